import { modalsOfEntry, stepBack, steppedBack } from '@kapao/browser/modal-entries'
import { after } from '@kapao/browser/timers'

export interface BackPage {
  /** How many modals are open by the entry where the history stands. */
  modals: () => number
  /** A new entry for the same page, which says so many. */
  push: (modals: number) => void
  /** Comes about later, and is heard by `onMove`; or never, where a frame's history is not its own. */
  back: (entries: number) => void
  /** The move has come about, or will not. */
  arrived: () => void
  onMove: (heard: () => void) => void
  /** The page is about to be left for another document. */
  onLeave: (heard: () => void) => void
  later: (waitMs: number, run: () => void) => () => void
}

/**
 * By then a move of ours has been heard of, or it will not come. On a phone that is busy it takes more than a second, and one that was given
 * up would close, as if it were the player's Back, what has opened since.
 */
const MOVED_MS = 5_000

/**
 * Keeps the history in step with what is open: one entry for each modal, made as it opens; Back closes the innermost one; what is closed
 * in another way takes its entry along. Forward opens nothing again.
 */
export function createBackCloses(page: BackPage): (close: () => boolean) => () => void {
  /** The innermost last. Each answers whether it lets itself be closed now. */
  const open: (() => boolean)[] = []
  let isMoving = false
  let isLeaving = false
  let isHearing = false
  let stopPlan = () => {}
  let stopWaiting = () => {}

  function arrive(): void {
    isMoving = false
    page.arrived()
  }

  function settle(): void {
    if (isMoving) return
    const surplus = page.modals() - open.length
    // A step back now would call the page's leaving off: entering a game closes the sheet as it goes.
    if (surplus > 0 && isLeaving) isLeaving = false
    else if (surplus > 0) {
      isMoving = true
      stopWaiting = page.later(MOVED_MS, arrive)
      page.back(surplus)
    }
    for (let modals = page.modals(); modals < open.length; modals += 1) page.push(modals + 1)
  }

  /** Not at once: one modal may give way to another, or a link may lead to another page in the place of the entry. */
  function plan(): void {
    stopPlan()
    stopPlan = page.later(0, settle)
  }

  function moved(): void {
    if (isMoving) {
      stopWaiting()
      arrive()
    } else {
      for (const close of open.slice(page.modals()).reverse()) if (!close()) break
    }
    plan()
  }

  return (close) => {
    if (!isHearing) {
      isHearing = true
      page.onMove(moved)
      page.onLeave(() => {
        isLeaving = true
      })
    }
    open.push(close)
    // At once, within the tap: browsers skip entries that were made without one.
    settle()
    return () => {
      open.splice(open.indexOf(close), 1)
      plan()
    }
  }
}

const tab: BackPage = {
  modals: modalsOfEntry,
  push: (modals) => history.pushState({ modals }, ''),
  back: stepBack,
  arrived: steppedBack,
  onMove: (heard) => window.addEventListener('popstate', heard),
  onLeave: (heard) => window.addEventListener('beforeunload', heard),
  later: after,
}

/** `close` is asked by Back and answers false while it must stay. Answers what to call when the modal is gone. */
export const closeOnBack = createBackCloses(tab)
