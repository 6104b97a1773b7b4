import { randomInt } from 'node:crypto'

// No letters or digits that are taken for each other.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Something to be read out and typed: groups of five letters of 31, of 24.8 random bits each. */
export function randomGroups(count: number): string {
  const groups = Array.from({ length: count }, () =>
    Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )
  return groups.join('-')
}
