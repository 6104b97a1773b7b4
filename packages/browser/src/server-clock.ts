import { headersOf } from './http.ts'
import { after } from './timers.ts'

/** What an answer's way and the header's whole seconds make of a clock that is right. */
const NOT_WORTH_MS = 2_000

/** What waits for it is worth more than a right clock. */
const WAIT_MS = 3_000

/**
 * How far the server's clock is ahead of this device's, by the Date header of what is at this address, which asks for no token. 0 where the
 * two go alike, null where the header cannot be read, as on another host that does not expose it; throws where nothing comes in a short while.
 */
export async function serverAheadMs(address: string, signal: AbortSignal): Promise<number | null> {
  const askedMs = Date.now()
  const waiting = new AbortController()
  const stop = () => waiting.abort()
  const stopClock = after(WAIT_MS, stop)
  signal.addEventListener('abort', stop)
  try {
    const response = await fetch(address, {
      headers: headersOf(undefined, null),
      signal: waiting.signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    const ahead = aheadMs(response.headers.get('Date'), askedMs, Date.now())
    // An answer that nobody reads to its end keeps its connection busy for as long as the page lives.
    await response.text()
    return ahead
  } finally {
    stopClock()
    signal.removeEventListener('abort', stop)
  }
}

/** `date` as the header has it, of an answer to what was asked and came at these times of this device's clock. */
export function aheadMs(date: string | null, askedMs: number, cameMs: number): number | null {
  // The header leaves out the part of the second.
  const ahead = Date.parse(date ?? '') + 500 - (askedMs + cameMs) / 2
  if (Number.isNaN(ahead)) return null
  return Math.abs(ahead) >= NOT_WORTH_MS ? Math.round(ahead) : 0
}
