// Who plays in a bank test, where, and with what.
import type { Books } from './books.ts'
import type { Dice } from './dice.ts'
import type { History, OperationKind } from './history.ts'
import type { BankAccount, Player, World } from './players.ts'

export interface Course {
  readonly world: World
  readonly databaseUrl: string
  readonly seconds: number
  readonly dice: Dice
  say(line: string): void
  /** Once the members are there, before anything happens. */
  begin(books: Books): Promise<void>
  /** Kills, deploys or whatever the proof is about, until then; all must live again when it resolves. */
  disturb(endsAt: number, history: History): Promise<void>
}

export interface Scene {
  readonly course: Course
  readonly books: Books
  readonly players: readonly Player[]
  /** The phones of all who have accounts: the demonstration's member is one of them. */
  readonly members: ReadonlySet<string>
  readonly banks: readonly BankAccount[]
  readonly history: History
  readonly gifts: string[]
}

/** From the recovery: what was in doubt must be known by then. */
export const RESOLVED_WITHIN_MS = 60_000

/**
 * So long nobody need have heard of something until it counts as said for hours: longer than our own request goes on and than the sandbox hides a transfer, and
 * so short that a look or two which hear nothing still leave time within that minute.
 */
export const NOT_FOUND_SECONDS = 10

/** Several movements under one intent, and codes without money: what died in the middle is told "under way" for good. */
export const HAS_NO_FINAL_ANSWER: ReadonlySet<OperationKind> = new Set(['transfer between', 'QR deposit'])
