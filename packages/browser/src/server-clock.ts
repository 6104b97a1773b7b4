import { headersOf } from './http.ts'

/** What an answer's way and the header's whole seconds make of a clock that is right. */
const NOT_WORTH_MS = 2_000

/**
 * How far the server's clock is ahead of this device's, by the Date header of what is at this address, which asks for no token. 0 where the
 * header cannot be read, as on another host, and where the two go alike.
 */
export async function serverAheadMs(address: string, signal: AbortSignal): Promise<number> {
  const askedMs = Date.now()
  const response = await fetch(address, {
    headers: headersOf(undefined, null),
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  })
  return aheadMs(response.headers.get('Date'), askedMs, Date.now())
}

/** `date` as the header has it, of an answer to what was asked and came at these times of this device's clock. */
export function aheadMs(date: string | null, askedMs: number, cameMs: number): number {
  // The header leaves out the part of the second.
  const ahead = Date.parse(date ?? '') + 500 - (askedMs + cameMs) / 2
  return Math.abs(ahead) >= NOT_WORTH_MS ? Math.round(ahead) : 0
}
