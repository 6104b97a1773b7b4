import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hearTap, swallowSecondTap, watchTaps } from './second-tap.ts'

// The test tells of the taps itself.
vi.stubGlobal('window', { addEventListener: () => {} })

let beginMs = 0
beforeEach(() => {
  beginMs += 10_000
})

interface At {
  atMs: number
  x?: number
  detail?: number
  pointerType?: string
}

/** Answers whether the page hears of it. */
function fire(type: string, { atMs, x = 100, detail = 1, pointerType = 'touch' }: At) {
  let isHeard = true
  hearTap({
    type,
    clientX: x,
    clientY: 200,
    timeStamp: beginMs + atMs,
    detail: type === 'pointerdown' ? 0 : detail,
    pointerType,
    preventDefault: () => {},
    stopImmediatePropagation: () => {
      isHeard = false
    },
  })
  return isHeard
}

/** What the page hears of it. */
function tap(at: At): string[] {
  fire('pointerdown', at)
  return ['mousedown', 'click'].filter((type) => fire(type, at))
}
const whole = ['mousedown', 'click']

describe('a tap that closes a dialog', () => {
  beforeEach(() => {
    expect(tap({ atMs: 0 })).toEqual(whole)
    swallowSecondTap()
  })

  it('takes the second of a double tap along, and the third', () => {
    expect(tap({ atMs: 200, x: 110 })).toEqual([])
    expect(tap({ atMs: 400 })).toEqual([])
  })

  it('takes no later tap', () => {
    expect(tap({ atMs: 350 })).toEqual(whole)
  })

  it('takes no tap at another place, and none after that', () => {
    expect(tap({ atMs: 100, x: 140 })).toEqual(whole)
    expect(tap({ atMs: 200 })).toEqual(whole)
  })

  it('takes the second of what the browser calls a double click along, however slow, and no click that stands alone', () => {
    const pointerType = 'mouse'
    expect(tap({ atMs: 400, detail: 2, pointerType })).toEqual([])
    expect(tap({ atMs: 450, detail: 1, pointerType })).toEqual(whole)
    expect(tap({ atMs: 500, detail: 2, pointerType })).toEqual(whole)
  })

  it('takes no key', () => {
    expect(tap({ atMs: 100 })).toEqual([])
    expect(fire('click', { atMs: 150, detail: 0 })).toBe(true)
  })
})

it('a dialog that closes by itself takes the tap along that began on it, and no other', () => {
  fire('pointerdown', { atMs: 0 })
  swallowSecondTap()
  expect(fire('click', { atMs: 60 })).toBe(false)
  expect(tap({ atMs: 1_000 })).toEqual(whole)
})

it('double taps are let through where nothing closes', () => {
  expect(tap({ atMs: 0 })).toEqual(whole)
  expect(tap({ atMs: 100 })).toEqual(whole)
})

it('the tap that opened a dialog did not close it: after Back, another at the same place counts', () => {
  expect(tap({ atMs: 0 })).toEqual(whole)
  watchTaps()
  swallowSecondTap()
  expect(tap({ atMs: 100 })).toEqual(whole)
})
