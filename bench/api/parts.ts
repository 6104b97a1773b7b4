// What every part of the bench is given.
import type { BenchDatabase } from '../bench-database.ts'
import type { Limits } from './figures.ts'

export interface Bench {
  readonly database: BenchDatabase
  readonly members: number
  /** Filled by bench/grow.ts. */
  readonly isGrown: boolean
  readonly rounds: number
  readonly seconds: number
  /** How many move money at once, one after the other. */
  readonly clients: readonly number[]
  /** A clone of pgledger's repository; null when there is none. */
  readonly pgledger: string | null
  readonly limits: Limits
}

export type Part = (bench: Bench) => Promise<void>
