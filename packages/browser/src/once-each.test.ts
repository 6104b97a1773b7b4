import { describe, expect, test } from 'vitest'
import { onceEach } from './once-each.ts'

const once = (rows: readonly string[], before?: readonly string[]) => onceEach(rows, (row) => row, before)

describe('a row seen twice', () => {
  test('is shown once within a page, where it came first', () => {
    expect(once(['2', '1', '2'])).toEqual(['2', '1'])
  })

  test('is left out when the page before has it', () => {
    expect(once(['3', '2'], ['4', '3'])).toEqual(['2'])
  })
})
