import { randomInt } from 'node:crypto'
import { isOutage } from '../database/database.ts'
import { refuse } from './refusal.ts'

/** Something has more to do than it can do in time; nothing was begun. */
export class Overloaded extends Error {}

/** Whether it will be better in a moment: a failure of the hour, not of the call. */
export function isPassing(error: unknown): boolean {
  return error instanceof Overloaded || isOutage(error)
}

/** Not all at the same moment: they would be one wave again. */
export function refuseOverloaded() {
  return refuse('OVERLOADED', { retryAfter: randomInt(1, 4) })
}
