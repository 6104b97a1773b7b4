import { describe, expect, test } from 'vitest'
import { heldScrollTop, isByLayout, isReadable } from './use-reading-place.ts'

const CLIENT = 500

/** A box scrolled to `scrollTop`, where a row's lower edge lies `y` px below the beginning of what is shown. */
function rowAt(y: number, scrollTop: number, scrollHeight: number) {
  return { box: { scrollTop, scrollHeight, clientHeight: CLIENT }, bottom: y - scrollTop }
}

describe('what is read stays where it is', () => {
  const before = { bottom: 100, scrollTop: 300 }

  test('when ten messages came above it', () => {
    const { box, bottom } = rowAt(400 + 800, 300, 2800)
    expect(heldScrollTop(box, bottom, before, false)).toBe(1100)
  })

  test('when a message came below it', () => {
    const { box, bottom } = rowAt(400, 300, 2080)
    expect(heldScrollTop(box, bottom, before, false)).toBe(300)
  })

  test('where the reader has scrolled to, when a message comes before the box has told it', () => {
    const { box, bottom } = rowAt(400, 0, 2080)
    expect(heldScrollTop(box, bottom, before, false)).toBe(0)
  })

  test('also when what is above it came at that same moment', () => {
    const { box, bottom } = rowAt(400 + 800, 200, 2800)
    expect(heldScrollTop(box, bottom, before, false)).toBe(1000)
  })

  test('when so much above it went that the browser had to scroll', () => {
    const { box, bottom } = rowAt(400 - 150, 200, 200 + CLIENT)
    expect(heldScrollTop(box, bottom, before, false)).toBe(150)
  })

  test('when the box was laid out twice, and scrolled in between', () => {
    const { box, bottom } = rowAt(400, 120, 2000)
    expect(heldScrollTop(box, bottom, before, true)).toBe(300)
  })
})

describe('who reads the newest', () => {
  const WIDTH = 360
  const box = (scrollTop: number, scrollHeight = 2000, clientHeight = CLIENT) => ({
    scrollTop,
    scrollHeight,
    clientHeight,
    clientWidth: WIDTH,
  })
  const last = box(1500)

  test('is brought to it when a picture has grown before the scroll to the end is told', () => {
    expect(isByLayout(box(1500, 2400), last, true)).toBe(true)
  })

  test('is brought to it when the window was turned, however far that has scrolled', () => {
    expect(isByLayout(box(1200, 2000, CLIENT + 60), last, true)).toBe(true)
    expect(isByLayout({ ...box(1200), clientWidth: WIDTH + 6 }, last, true)).toBe(true)
  })

  test('is let go when they scroll up, grown or not', () => {
    expect(isByLayout(box(1300), last, true)).toBe(false)
    expect(isByLayout(box(1300, 2400), last, true)).toBe(false)
  })

  test('is left alone at the end', () => {
    expect(isByLayout(box(1500), last, true)).toBe(false)
  })
})

test('who reads what is older is not brought to the newest when that grows', () => {
  expect(
    isByLayout(
      { scrollTop: 300, scrollHeight: 2400, clientHeight: CLIENT, clientWidth: 360 },
      { scrollTop: 300, clientHeight: CLIENT, clientWidth: 360 },
      false,
    ),
  ).toBe(false)
})

test('a message was read where its end was in sight, or so near it that this counts as the end', () => {
  expect(isReadable(1, CLIENT)).toBe(true)
  expect(isReadable(CLIENT + 60, CLIENT)).toBe(true)
  expect(isReadable(CLIENT + 61, CLIENT)).toBe(false)
  expect(isReadable(0, CLIENT)).toBe(false)
})
