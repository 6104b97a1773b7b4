import { randomInt } from 'node:crypto'

// No letters or digits that are taken for each other: people read these out and type them elsewhere.
const PLAIN_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Unguessable, all of the plain letters equally likely. */
export function randomLetters(count: number, letters = PLAIN_LETTERS): string {
  return Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')
}
