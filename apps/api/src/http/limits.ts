/** Hits of one address in the running minute. */
export interface AddressHits {
  readonly address: string
  readonly hits: number
}

export interface Limited {
  readonly bucket: string
  readonly perMinute: number
}

/** Where hits are counted for all processes together. */
export interface Limits {
  /**
   * Counts a hit in a bucket's window of a minute, which begins with its first. Answers the seconds until the window ends when the bucket is
   * over its limit, else null.
   */
  hit(bucket: string, perMinute: number): Promise<number | null>
  /** Counts a hit in each of several buckets, at once: the longest of their waits, or null when none is over its limit. */
  hitEach(limited: readonly Limited[]): Promise<number | null>
  /** The seconds until the window ends of a bucket that has had all its hits, else null. It counts nothing. */
  look(bucket: string, perMinute: number): Promise<number | null>
  /** Takes a hit of each back: it turned out to be none of those that are limited. Resolves when that is done, which may be with others' a moment later. */
  takeBack(...buckets: readonly string[]): Promise<void>
  /** Adds what one process has counted in a minute since 1970; answers what all have. */
  addAddressHits(minute: number, counted: readonly AddressHits[]): Promise<readonly AddressHits[]>
}

/** After a failure the first store is left alone so long: a limited request would otherwise wait for it each time. */
const LEFT_ALONE_MS = 1_000

/**
 * Counts in `first`, and in `second` while that fails. Nothing is let through uncounted: each store holds the limit by itself, so an outage
 * gives a bucket at most one more window of hits.
 */
export function limitsWithFallback(first: Limits, second: Limits, onFallback: () => void): Limits {
  let failedAtMs = Number.NEGATIVE_INFINITY
  async function by<Answer>(ask: (limits: Limits) => Promise<Answer>): Promise<Answer> {
    if (performance.now() - failedAtMs > LEFT_ALONE_MS) {
      try {
        return await ask(first)
      } catch {
        failedAtMs = performance.now()
      }
    }
    onFallback()
    return ask(second)
  }
  return {
    hit: (bucket, perMinute) => by((limits) => limits.hit(bucket, perMinute)),
    hitEach: (limited) => by((limits) => limits.hitEach(limited)),
    look: (bucket, perMinute) => by((limits) => limits.look(bucket, perMinute)),
    takeBack: (...buckets) => by((limits) => limits.takeBack(...buckets)),
    addAddressHits: (minute, counted) => by((limits) => limits.addAddressHits(minute, counted)),
  }
}
