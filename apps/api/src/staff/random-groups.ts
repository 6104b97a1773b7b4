import { randomLetters } from '../random-letters.ts'

/** Something to be read out and typed: groups of five letters of 31, of 24.8 random bits each. */
export function randomGroups(count: number): string {
  return Array.from({ length: count }, () => randomLetters(5)).join('-')
}
