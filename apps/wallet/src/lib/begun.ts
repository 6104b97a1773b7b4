/** A call that the page has made before its first file was there (drawn/early.ts). */
export interface Begun {
  readonly address: string
  readonly token: string
  readonly atMs: number
  readonly response: Promise<Response>
  stop(): void
}

declare global {
  interface Window {
    begun?: Begun[]
  }
}

/** Money may arrive at any time: home asks for its figures again while somebody looks at it, and shows none that are older. */
export const WALLET_PERIOD_MS = 20_000

/** Once, and for the same member alone. */
export function takeBegun(
  address: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined {
  // What nobody waits for is left to who comes next.
  if (signal.aborted) return undefined
  const begun = window.begun?.find((one) => one.address === address)
  if (!begun) return undefined
  window.begun = window.begun?.filter((one) => one !== begun) ?? []
  if (begun.token !== token || Date.now() - begun.atMs > WALLET_PERIOD_MS) {
    begun.stop()
    return undefined
  }
  signal.addEventListener('abort', () => begun.stop())
  return begun.response
}
