import { expect, test } from 'vitest'
import { pageOf, pagesFrom, pagesOf } from './pages.ts'

test('there is always at least one page', () => {
  expect([0, 1, 10, 11].map((total) => pagesOf(total, 10))).toEqual([1, 1, 1, 2])
})

test('a list that came as a whole is shown a page at a time, never beyond its last', () => {
  const rows = [1, 2, 3, 4, 5, 6, 7]
  expect([1, 2, 3].map((page) => pageOf(rows, page, 3).shown)).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  expect(pageOf(rows.slice(0, 6), 3, 3)).toEqual({ page: 2, pages: 2, first: 3, shown: [4, 5, 6] })
})

test('where nobody says how many rows there are, a full page leads on, and the one that is not full is the last', () => {
  expect([pagesFrom(1, undefined, 10, 10), pagesFrom(2, undefined, 10, 10)]).toEqual([2, 3])
  expect([pagesFrom(1, undefined, 0, 10), pagesFrom(3, undefined, 4, 10)]).toEqual([1, 3])
})

test('where it is said, the page that is shown is one all the same', () => {
  expect([pagesFrom(1, 21, 10, 10), pagesFrom(3, 11, 0, 10)]).toEqual([3, 3])
})
