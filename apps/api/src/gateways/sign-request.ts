import { createHmac } from 'node:crypto'

/**
 * By what an adapter knows that a request is ours, and how old it is: seconds since 1970, and HMAC-SHA-256 in hexadecimal over them, the method, the
 * address as the request line has it, and the body's bytes. A payout or a transfer is ordered by nobody else, even by who reaches the adapter.
 */
export function signRequest(
  secret: string,
  { method, url, body, atS }: { method: string; url: string; body: string; atS: number },
): Record<string, string> {
  const { pathname, search } = new URL(url)
  const text = `${atS}.${method} ${pathname}${search}\n${body}`
  return {
    'x-kapao-timestamp': String(atS),
    'x-kapao-signature': createHmac('sha256', secret).update(text).digest('hex'),
  }
}
