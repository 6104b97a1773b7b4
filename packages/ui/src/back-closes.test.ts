import { beforeEach, describe, expect, it } from 'vitest'
import { type BackPage, createBackCloses } from './back-closes.ts'

/** A tab's history: the modals by each entry, and where it stands. Its moves come about when they are waited for. */
class Tab implements BackPage {
  entries = [0]
  at = 0
  isFrozen = false
  /** Its moves wait. */
  isSlow = false
  #heard: () => void = () => {}
  #pending: (() => void)[] = []
  #timers: { runAt: number; run: () => void }[] = []
  #now = 0

  modals = () => this.entries[this.at] ?? 0
  push = (modals: number) => {
    this.entries = [...this.entries.slice(0, this.at + 1), modals]
    this.at += 1
  }
  back = (entries: number) => {
    if (!this.isFrozen) this.#pending.push(() => this.go(-entries))
  }
  arrivals = 0
  arrived = () => {
    this.arrivals += 1
  }
  onMove = (heard: () => void) => {
    this.#heard = heard
  }
  onLeave = (heard: () => void) => {
    this.leave = heard
  }
  leave = () => {}
  later = (waitMs: number, run: () => void) => {
    const timer = { runAt: this.#now + waitMs, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  go(by: number): void {
    this.at += by
    this.#heard()
  }
  /** As a link: in the place of the entry, or after it. */
  visit(how: 'push' | 'replace'): void {
    if (how === 'push') this.push(0)
    else this.entries[this.at] = 0
  }
  rest(ms = 0): void {
    this.#now += ms
    for (;;) {
      const due = this.#timers.find(({ runAt }) => runAt <= this.#now)
      const run = due?.run ?? (this.isSlow ? undefined : this.#pending.shift())
      if (!run) return
      this.#timers = this.#timers.filter((timer) => timer !== due)
      run()
    }
  }
}

let tab: Tab
let open: (close: () => boolean) => () => void

/** A modal that goes when it is closed, as they do. */
function openModal({ isBusy = (): boolean => false } = {}) {
  const modal = { isOpen: true, close: () => {} }
  const gone = open(() => {
    if (isBusy()) return false
    modal.close()
    return true
  })
  modal.close = () => {
    if (modal.isOpen) gone()
    modal.isOpen = false
  }
  return modal
}

beforeEach(() => {
  tab = new Tab()
  open = createBackCloses(tab)
})

it('Back closes what is open and stays on the page', () => {
  const sheet = openModal()
  expect(tab).toMatchObject({ entries: [0, 1], at: 1 })
  tab.go(-1)
  tab.rest()
  expect(sheet.isOpen).toBe(false)
  expect(tab.at).toBe(0)
})

it('Back closes the innermost of what is open, one at a time', () => {
  const sheet = openModal()
  const dialog = openModal()
  tab.go(-1)
  tab.rest()
  expect([sheet.isOpen, dialog.isOpen]).toEqual([true, false])
  tab.go(-1)
  tab.rest()
  expect(sheet.isOpen).toBe(false)
  expect(tab).toMatchObject({ at: 0 })
})

it('a jump over all of them closes them all', () => {
  const modals = [openModal(), openModal(), openModal()]
  tab.go(-3)
  tab.rest()
  expect(modals.map(({ isOpen }) => isOpen)).toEqual([false, false, false])
})

it('what is closed in another way takes its entry along', () => {
  for (let round = 0; round < 3; round += 1) {
    openModal().close()
    tab.rest()
    expect(tab).toMatchObject({ entries: [0, 1], at: 0 })
  }
})

it('closing the outer one and the inner one together goes back over both', () => {
  const sheet = openModal()
  const dialog = openModal()
  sheet.close()
  dialog.close()
  tab.rest()
  expect(tab.at).toBe(0)
})

it('one that gives way to another leaves it the entry', () => {
  const sheet = openModal()
  sheet.close()
  const next = openModal()
  tab.rest()
  expect(tab).toMatchObject({ entries: [0, 1], at: 1 })
  tab.go(-1)
  expect(next.isOpen).toBe(false)
})

it('one that opens while the history still moves gets its entry afterwards', () => {
  const sheet = openModal()
  sheet.close()
  // The timer has run, the move is on its way.
  tab.later(0, () => {
    const next = openModal()
    tab.later(5, () => expect(next.isOpen).toBe(true))
  })
  tab.rest()
  tab.rest(5)
  expect(tab).toMatchObject({ entries: [0, 1], at: 1 })
})

it('one that opens while a busy phone takes seconds to move stays open', () => {
  openModal().close()
  tab.isSlow = true
  tab.rest()
  const next = openModal()
  tab.rest(4_000)
  tab.isSlow = false
  tab.rest()
  expect(next.isOpen).toBe(true)
  expect(tab).toMatchObject({ entries: [0, 1], at: 1 })
  tab.go(-1)
  expect(next.isOpen).toBe(false)
})

it('a busy one stays, and so does the page', () => {
  let isBusy = true
  const sheet = openModal({ isBusy: () => isBusy })
  tab.go(-1)
  tab.rest()
  expect(sheet.isOpen).toBe(true)
  expect(tab.at).toBe(1)
  isBusy = false
  tab.go(-1)
  tab.rest()
  expect(sheet.isOpen).toBe(false)
})

it('a busy one keeps the one below it open', () => {
  const sheet = openModal()
  openModal({ isBusy: () => true })
  tab.go(-2)
  tab.rest()
  expect(sheet.isOpen).toBe(true)
  expect(tab).toMatchObject({ entries: [0, 1, 2], at: 2 })
})

it('Forward opens nothing again and goes nowhere', () => {
  openModal()
  tab.go(-1)
  tab.rest()
  tab.go(1)
  tab.rest()
  expect(tab.at).toBe(0)
})

describe('a link in a sheet', () => {
  it('that takes the place of the entry leaves none behind', () => {
    const sheet = openModal()
    sheet.close()
    tab.visit('replace')
    tab.rest()
    expect(tab).toMatchObject({ entries: [0, 0], at: 1 })
  })
})

describe('after a reload', () => {
  it('a sheet that came back stands on the entry it had', () => {
    tab = Object.assign(new Tab(), { entries: [0, 1], at: 1 })
    open = createBackCloses(tab)
    const sheet = openModal()
    expect(tab).toMatchObject({ entries: [0, 1], at: 1 })
    tab.go(-1)
    expect(sheet.isOpen).toBe(false)
  })

  it('the entry of a dialog that did not come back is left', () => {
    tab = Object.assign(new Tab(), { entries: [0, 1, 2], at: 2 })
    open = createBackCloses(tab)
    const sheet = openModal()
    tab.rest()
    expect(tab.at).toBe(1)
    expect(sheet.isOpen).toBe(true)
  })
})

it('what is closed as the page is left does not hold the leaving up', () => {
  const sheet = openModal()
  tab.leave()
  sheet.close()
  tab.rest()
  expect(tab.at).toBe(1)
  // It was not left after all, or came back: the next one takes the entry, and gives it back.
  openModal().close()
  tab.rest()
  expect(tab).toMatchObject({ entries: [0, 1], at: 0 })
})

it('says when a move of its own has come about, and not of the player’s', () => {
  openModal()
  tab.go(-1)
  tab.rest()
  expect(tab.arrivals).toBe(0)
  openModal().close()
  tab.rest()
  expect(tab.arrivals).toBe(1)
})

it('where the history does not move, Back closes the next one all the same', () => {
  tab.isFrozen = true
  openModal().close()
  tab.rest()
  tab.rest(5_000)
  expect(tab.arrivals).toBe(1)
  const sheet = openModal()
  tab.go(-1)
  expect(sheet.isOpen).toBe(false)
})
