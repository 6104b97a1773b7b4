import { describe, expect, test } from 'vitest'
import { pagesOf, withoutDoubles } from './pages.ts'

describe('a row seen twice', () => {
  test('is shown once within a page', () => {
    expect(withoutDoubles([{ _id: '2' }, { _id: '1' }, { _id: '2' }]).map(({ _id }) => _id)).toEqual([
      '2',
      '1',
    ])
  })

  test('is left out when the page before has it', () => {
    expect(
      withoutDoubles([{ _id: '3' }, { _id: '2' }], [{ _id: '4' }, { _id: '3' }]).map(({ _id }) => _id),
    ).toEqual(['2'])
  })
})

test('there is always at least one page', () => {
  expect([0, 1, 10, 11].map((total) => pagesOf(total, 10))).toEqual([1, 1, 1, 2])
})
