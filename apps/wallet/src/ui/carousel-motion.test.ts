import { expect, test } from 'vitest'
import { awayFrom, GLIDE_MS, glide, placeAt, restAfterThrow, restNear } from './carousel-motion.ts'

test('four cards go round: the last is the left neighbour of the first', () => {
  expect(awayFrom(3, 0, 4)).toBe(-1)
  expect(awayFrom(0, 3, 4)).toBe(1)
  expect(awayFrom(1, 9, 4)).toBe(0)
})

test('three cards do not go round: they end', () => {
  expect(awayFrom(2, 0, 3)).toBe(2)
  expect(restNear(-1, 3)).toBe(0)
  expect(restNear(3.4, 3)).toBe(2)
})

test('a position on either side of zero has its card in the middle', () => {
  expect([-5, -1, 0, 4, 7].map((position) => placeAt(position, 4))).toEqual([3, 3, 0, 0, 3])
})

test('cards that are let go at rest go to the nearest', () => {
  expect(restAfterThrow(1.4, 0, 1, 8)).toBe(1)
  expect(restAfterThrow(1.6, 0, 1, 8)).toBe(2)
})

test('a short flick turns one card, a hard throw no more than one beyond the finger', () => {
  expect(restAfterThrow(1.1, 3, 1, 8)).toBe(2)
  expect(restAfterThrow(0.9, -3, 1, 8)).toBe(0)
  expect(restAfterThrow(1.3, 80, 1, 8)).toBe(2)
  expect(restAfterThrow(0, -5, 0, 3)).toBe(0)
})

test('a glide begins where the cards are, ends where they rest, and never turns back', () => {
  expect(glide(0.4, 2, 0)).toBe(0.4)
  expect(glide(0.4, 2, GLIDE_MS)).toBe(2)
  const way = Array.from({ length: 50 }, (_, step) => glide(0.4, 2, (GLIDE_MS * step) / 49))
  expect([...way].sort((a, b) => a - b)).toEqual(way)
})
