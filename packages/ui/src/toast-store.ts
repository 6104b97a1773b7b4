import { createListeners } from '@kapao/browser/listeners'
import { after } from '@kapao/browser/timers'

export type ToastKind = 'success' | 'error' | 'info'

export interface ToastItem {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
}

export const TOAST_MS = 4000
const MOST_AT_ONCE = 3

let items: readonly ToastItem[] = []
let hosts: readonly HTMLElement[] = []
let nextId = 1
let paused = false
const [subscribe, announce] = createListeners()
export const subscribeToasts = subscribe
const stops = new Map<number, () => void>()

function change(next: readonly ToastItem[]): void {
  items = next
  announce()
}

function startClock(id: number): void {
  stops.set(
    id,
    after(TOAST_MS, () => dismissToast(id)),
  )
}

function stopClock(id: number): void {
  stops.get(id)?.()
  stops.delete(id)
}

export function dismissToast(id: number): void {
  stopClock(id)
  change(items.filter((item) => item.id !== id))
}

/** What was complained of is no longer so, or is tried again. */
export function dismissErrors(): void {
  for (const item of items) if (item.kind === 'error') dismissToast(item.id)
}

/**
 * The same text again moves to the end with a fresh clock. A complaint is about the newest try: it gives way to the next complaint, and to what
 * succeeded, which it would stand over as if that had failed.
 */
export function pushToast(kind: ToastKind, text: string): void {
  if (kind !== 'info') dismissErrors()
  const item: ToastItem = { id: nextId++, kind, text }
  const others = items.filter((old) => old.kind !== kind || old.text !== text)
  const next = [...others, item].slice(-MOST_AT_ONCE)
  for (const old of items) if (!next.includes(old)) stopClock(old.id)
  if (!paused) startClock(item.id)
  change(next)
}

/**
 * An open modal lies above everything and makes inert what is not inside it, so the toasts move in with the innermost one. Answers how
 * they move out again.
 */
export function hostToasts(modal: HTMLElement): () => void {
  move([...hosts, modal])
  return () => move(hosts.filter((host) => host !== modal))
}

/** Nobody's pointer or focus is on them in a new place. */
function move(next: readonly HTMLElement[]): void {
  hosts = next
  pauseToasts(false)
  change(items)
}

/** Where the toasts are to be shown; null on the page itself, and while there are none: nothing moves for the sake of nothing. */
export function toastHost(): HTMLElement | null {
  return items.length > 0 ? (hosts.at(-1) ?? null) : null
}

/** While a player reads (pointer over it, focus inside it) no toast leaves; afterwards each has its full time again. */
export function pauseToasts(pause: boolean): void {
  if (paused === pause) return
  paused = pause
  for (const item of items) {
    stopClock(item.id)
    if (!pause) startClock(item.id)
  }
}

export function currentToasts(): readonly ToastItem[] {
  return items
}
