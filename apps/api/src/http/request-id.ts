import { randomUUID } from 'node:crypto'

/** Of a UUID the twelve digits that are all random: Node draws those of many at once, where bytes by themselves are a system call each time. */
export function newRequestId(): string {
  return randomUUID().slice(-12)
}
