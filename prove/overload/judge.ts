// What of an overload is a matter of time, and so the machine's as much as ours: judged where a person runs the proof, on a quiet machine.
import { quantile } from './answers.ts'

/** Of what is let in, and of who looks on, 99 in 100 are answered within this. */
export const LIMIT_MS = 1_000
/** Whoever is turned away is told so in half the time that the others may take, or they could as well have waited. */
export const EARLY_MS = 500
/** A crowd that sent less than this part of what it was told to was no such crowd. */
const SENT_PART = 0.95
/** Buffers come and go; a queue that grows, or what each call leaves behind, is more than that within a minute. */
const FLAT_MB = 64

export interface Load {
  /** Calls a second: as they were ordered, and as they went out. */
  readonly ordered: number
  readonly sent: number
  /** Milliseconds, in order. */
  readonly accepted: readonly number[]
  readonly shed: readonly number[]
  /** Of memory, at even distances from the first second to the last. */
  readonly megabytes: readonly number[]
}

const rounded = (figure: number) => figure.toFixed(0)

/** How much higher the last third stands than the first, each by its highest. */
export function growth(megabytes: readonly number[]): number {
  const third = Math.ceil(megabytes.length / 3)
  return Math.max(...megabytes.slice(-third)) - Math.max(...megabytes.slice(0, third))
}

/** `who` as the one who waited. */
export function lateness(who: string, times: readonly number[], limitMs: number): string[] {
  const p99 = quantile(times, 0.99) ?? 0
  return p99 <= limitMs ? [] : [`${who} at p99 took ${rounded(p99)} ms, more than ${limitMs}`]
}

export function judgeLoad({ ordered, sent, accepted, shed, megabytes }: Load): string[] {
  const complaints = [
    ...lateness('what was let in', accepted, LIMIT_MS),
    ...lateness('what was turned away', shed, EARLY_MS),
  ]
  if (sent < ordered * SENT_PART)
    complaints.push(`${rounded(ordered)} calls a second were to be sent, and ${rounded(sent)} were`)
  const grown = growth(megabytes)
  if (grown > FLAT_MB)
    complaints.push(
      `memory grew by ${rounded(grown)} MB from the first third to the last, more than ${FLAT_MB}`,
    )
  return complaints
}
