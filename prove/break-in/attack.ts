// What every attack is given, and what it hands back.
import type pg from 'pg'
import type { Dice } from '../bank-test/dice.ts'
import type { Stage } from '../stage/stage.ts'

/** Of this run alone: what the processes were started with instead of the secrets that everybody knows. */
export interface Secrets {
  readonly feed: string
  readonly seal: string
  readonly truelink: string
}

export interface Ground {
  /** The processes, with the wallet at `/` and the desk at `/desk/` of `apiUrl`. */
  readonly stage: Stage
  readonly database: pg.Client
  readonly secrets: Secrets
  readonly dice: Dice
  /** Whether a page of docs/ that this run makes is to be written, where it is otherwise compared. */
  readonly writesDocs: boolean
  /** As a part of `npm test`: the same attacks, each with fewer tries. */
  readonly isShort: boolean
  /** A line of the report: figures. */
  say(line: string): void
}

/** Thrown where something is not to be had without which an attack cannot be tried; the others go on, and the report says so. */
export class LeftOut extends Error {}

export interface Attack {
  readonly name: string
  /** What must hold, in a sentence. */
  readonly holds: string
  /** Left to the long form, unless it is named. */
  readonly isLongOnly?: boolean
  /** Attacks, and answers with what did not hold, a sentence each; nothing when all of it did. */
  run(ground: Ground): Promise<readonly string[]>
}
