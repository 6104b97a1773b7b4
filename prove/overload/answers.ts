// What became of each request of the crowd, counted, and which of it nobody may be answered.
import type { RefusalCode } from '@kapao/contract/codes'

/** One request as its client saw it. */
export interface Seen {
  /** Null when no answer came. */
  readonly status: number | null
  /** The code of the refusal, or why there was no answer. */
  readonly code: string
  readonly ms: number
  readonly retryAfter: string | undefined
}

export interface Tally {
  readonly sent: number
  /** By status and code, or by what was wrong. */
  readonly counts: Readonly<Record<string, number>>
  /** Milliseconds of those that were let in, and of those that were turned away, in order. */
  readonly accepted: readonly number[]
  readonly shed: readonly number[]
  readonly complaints: readonly string[]
}

const OVERLOADED: RefusalCode = 'OVERLOADED'

/** Why an answer may not be; null for one that may. */
export function complaintOf({ status, code, retryAfter }: Seen): string | null {
  if (status === null) return `no answer: ${code}`
  if (status === 503) {
    if (code !== OVERLOADED) return `503 with the body of ${code === '' ? 'nobody' : code}`
    return /^[1-9]\d?$/.test(retryAfter ?? '') ? null : `503 with Retry-After ${retryAfter ?? 'missing'}`
  }
  if (status >= 500) return `${status} ${code}`
  if (status >= 400 && code === '') return `${status} without a code`
  return null
}

export class Counting {
  #sent = 0
  readonly #counts = new Map<string, number>()
  readonly #accepted: number[] = []
  readonly #shed: number[] = []
  readonly #complaints = new Set<string>()

  add(seen: Seen): void {
    this.#sent += 1
    const name = `${seen.status ?? 'none'} ${seen.code}`.trim()
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    if (seen.status === 503) this.#shed.push(seen.ms)
    else if (seen.status !== null) this.#accepted.push(seen.ms)
    const complaint = complaintOf(seen)
    if (complaint !== null) this.#complaints.add(complaint)
  }

  tally(): Tally {
    const inOrder = (times: readonly number[]) => times.toSorted((one, other) => one - other)
    return {
      sent: this.#sent,
      counts: Object.fromEntries([...this.#counts].toSorted(([, one], [, other]) => other - one)),
      accepted: inOrder(this.#accepted),
      shed: inOrder(this.#shed),
      complaints: [...this.#complaints],
    }
  }
}

/** Of times in order; null of none. */
export function quantile(times: readonly number[], part: number): number | null {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? null
}
