import { after, afterPaint } from '@kapao/browser/timers'
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Announcer } from './announcer.tsx'
import { closeOnBack } from './back-closes.ts'
import { keepFocus } from './focus-place.ts'
import { watchKeyboard } from './keyboard-inset.ts'
import { lockScroll } from './scroll-lock.ts'
import { swallowSecondTap, watchTaps } from './second-tap.ts'
import { hostToasts } from './toast-store.ts'

interface ModalProps {
  children: ReactNode
  className: string | undefined
  labelledBy: string
  /** On the page, but not open yet: neither seen nor reached. What never waits does not name it. */
  waits?: boolean | undefined
  describedBy?: string | undefined
  alert?: boolean | undefined
  /** While busy neither Escape, nor Back, nor a tap beside it closes it. */
  busy?: boolean | undefined
  onClose: () => void
}

/** Answers how to let it go. `askToClose` answers whether the dialog lets itself be closed. */
function holdPage(askToClose: () => boolean): () => void {
  // Before the page is held: a new entry remembers where the page was.
  const forgetBack = closeOnBack(askToClose)
  // Reads the page's layout, as holding the page does; what changes it comes after both.
  const stopWatching = watchKeyboard()
  const release = lockScroll()
  return () => {
    stopWatching()
    release()
    forgetBack()
  }
}

/** Answers how to close it. */
function show(dialog: HTMLDialogElement): () => void {
  // Nobody has got anywhere by keyboard: it came with the page. Its first button would stand in a ring that is for keyboards only.
  const cameByItself = document.activeElement === document.body
  const giveFocusBack = keepFocus(dialog)
  dialog.showModal()
  if (cameByItself) {
    dialog.tabIndex = -1
    dialog.focus()
  }
  const moveToastsOut = hostToasts(dialog)
  watchTaps()
  return () => {
    moveToastsOut()
    dialog.close()
    giveFocusBack()
    swallowSecondTap()
  }
}

function openModal(dialog: HTMLDialogElement, askToClose: () => boolean): () => void {
  const letGo = holdPage(askToClose)
  const close = show(dialog)
  return () => {
    close()
    letGo()
    giveWay()
  }
}

/** Whether a dialog has gone in this very moment: before another takes its place nobody should see the page. */
let isGivingWay = false

function giveWay(): void {
  isGivingWay = true
  after(0, () => {
    isGivingWay = false
  })
}

/**
 * To hold the page, to open the dialog and to show what is in it are work enough for a task each: a dialog that opens makes the browser begin
 * anew with all that it holds, and work out the styles of the whole page that it makes inert.
 */
function openInPieces(dialog: HTMLDialogElement, askToClose: () => boolean): () => void {
  let letGo = () => {}
  let close = () => {}
  let stop = after(0, () => {
    letGo = holdPage(askToClose)
    dialog.dataset.empty = ''
    stop = after(ONE_FRAME_MS, () => {
      close = show(dialog)
      stop = after(ONE_FRAME_MS, () => {
        delete dialog.dataset.empty
        // What the browser would have given the focus to.
        dialog.querySelector('button')?.focus()
      })
    })
  })
  return () => {
    stop()
    close()
    letGo()
  }
}

/** In which the browser does what the one piece left to do, before the next. */
const ONE_FRAME_MS = 20

/**
 * A native modal dialog that is open as long as it is mounted and does not wait. The platform keeps the focus inside, makes the rest
 * inert and gives the focus back; the page behind is held still. It comes a frame after what was tapped is seen to be: the page is drawn anew
 * under a dialog that makes it inert, and a finger should not wait for that.
 */
export function Modal(props: ModalProps) {
  const [isDue, setIsDue] = useState(props.waits !== undefined)
  useLayoutEffect(() => {
    if (isDue) return
    if (!isGivingWay) return afterPaint(() => setIsDue(true))
    setIsDue(true)
  }, [isDue])
  return isDue ? <OpenModal {...props} /> : null
}

function OpenModal({
  children,
  className,
  labelledBy,
  waits,
  describedBy,
  alert,
  busy = false,
  onClose,
}: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const closeIfIdle = useEffectEvent(() => {
    if (!busy) onClose()
    return !busy
  })

  // Before the element leaves the page, or the browser has no dialog to take the focus back from.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || waits) return
    return (waits === undefined ? openModal : openInPieces)(dialog, () => closeIfIdle())
  }, [waits])

  function closedByBrowser() {
    const dialog = ref.current
    // Browsers let a second Escape through whatever the page says: a busy sheet comes back.
    if (!dialog || dialog.open) return
    if (busy) dialog.showModal()
    else onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for "tap beside it" is Escape, handled as cancel.
    <dialog
      ref={ref}
      className={className}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
      // It stays: open or not, the styles are worked out once.
      data-waits={waits === undefined ? undefined : ''}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!busy) onClose()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) closedByBrowser()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        const beside = pressedBeside.current && event.target === event.currentTarget
        pressedBeside.current = false
        if (beside && !busy) onClose()
      }}
    >
      {children}
      <Announcer />
    </dialog>
  )
}
