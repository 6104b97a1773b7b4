import { describe, expect, test } from 'vitest'
import { hasGrownAway, heldScrollTop } from './use-reading-place.ts'

const CLIENT = 500

/** A box scrolled to `scrollTop`, where a row's lower edge lies `y` px below the beginning of what is shown. */
function rowAt(y: number, scrollTop: number, scrollHeight: number) {
  return { box: { scrollTop, scrollHeight, clientHeight: CLIENT }, bottom: y - scrollTop }
}

describe('what is read stays where it is', () => {
  const before = { bottom: 100, scrollTop: 300 }

  test('when ten messages came above it', () => {
    const { box, bottom } = rowAt(400 + 800, 300, 2800)
    expect(heldScrollTop(box, bottom, before)).toBe(1100)
  })

  test('when a message came below it', () => {
    const { box, bottom } = rowAt(400, 300, 2080)
    expect(heldScrollTop(box, bottom, before)).toBe(300)
  })

  test('where the reader has scrolled to, when a message comes before the box has told it', () => {
    const { box, bottom } = rowAt(400, 0, 2080)
    expect(heldScrollTop(box, bottom, before)).toBe(0)
  })

  test('also when what is above it came at that same moment', () => {
    const { box, bottom } = rowAt(400 + 800, 200, 2800)
    expect(heldScrollTop(box, bottom, before)).toBe(1000)
  })

  test('when so much above it went that the browser had to scroll', () => {
    const { box, bottom } = rowAt(400 - 150, 200, 200 + CLIENT)
    expect(heldScrollTop(box, bottom, before)).toBe(150)
  })
})

describe('who reads the newest', () => {
  const box = (scrollTop: number, scrollHeight: number) => ({ scrollTop, scrollHeight, clientHeight: CLIENT })

  test('is brought to it when a picture has grown before the scroll to the end is told', () => {
    expect(hasGrownAway(box(1500, 2400), 1500)).toBe(true)
  })

  test('is let go when they scroll up, grown or not', () => {
    expect(hasGrownAway(box(1300, 2000), 1500)).toBe(false)
    expect(hasGrownAway(box(1300, 2400), 1500)).toBe(false)
  })

  test('is left alone at the end', () => {
    expect(hasGrownAway(box(1500, 2000), 1500)).toBe(false)
  })
})
