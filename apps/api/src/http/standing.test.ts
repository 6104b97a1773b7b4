import { describe, expect, it } from 'vitest'
import { Standing } from './standing.ts'

/** After these looks: whether it was there, and when. */
function after(looks: readonly (readonly [boolean, number])[]): number {
  const standing = new Standing()
  for (const [isThere, atMs] of looks) standing.look(isThere, atMs)
  return standing.forMs
}

describe('what stands', () => {
  it('has stood for as long as it was seen', () => {
    expect(after([])).toBe(0)
    expect(after([[true, 1000]])).toBe(0)
    expect(
      after([
        [true, 1000],
        [true, 1050],
        [true, 1100],
      ]),
    ).toBe(100)
  })

  it('has not stood through a pause before it was first seen', () => {
    expect(
      after([
        [false, 1000],
        [true, 1400],
      ]),
    ).toBe(0)
  })

  it('begins anew after it was gone', () => {
    expect(
      after([
        [true, 1000],
        [true, 1200],
        [false, 1250],
        [true, 1300],
        [true, 1350],
      ]),
    ).toBe(50)
  })
})
