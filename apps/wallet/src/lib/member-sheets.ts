/**
 * The member's sheets, opened from anywhere: `openSheet({ kind: 'transfer', to: 'PG' })`. app/ draws the one that is open, so no
 * feature needs to know another. Which one it is lives in the tab's storage: a reload in the middle of a deposit (in-app browsers do
 * that on their own) comes back to it, unless what it was opened for is done, and the end of the session forgets it with the token.
 */
import { createListeners } from '@kapao/browser/listeners'
import { afterPaint } from '@kapao/browser/timers'
import { useSyncExternalStore } from 'react'
import { goTo } from './go-to.ts'
import { perSession, sessionKeys } from './storage.ts'

/** `WALLET` or a game's code. */
export type MoneyPlace = string

/** Those that need to know nothing more. `invite-bonus` and `bring-all` are the questions before the invite bonus is received and all games' balances are brought back. */
const plainSheets = [
  'deposit',
  'withdraw',
  'invite',
  'invite-bonus',
  'bring-all',
  'refund',
  'agreement',
  'slips',
  'conditions',
] as const
type PlainSheet = (typeof plainSheets)[number]

export type MemberSheet =
  | { readonly kind: PlainSheet }
  | { readonly kind: 'transfer'; readonly from?: MoneyPlace; readonly to?: MoneyPlace }
  | { readonly kind: 'game'; readonly code: string }

const [subscribe, announce] = createListeners()
let read: { text: string | null; sheet: MemberSheet | null; page: unknown } = {
  text: null,
  sheet: null,
  page: null,
}

/** The note of a sheet that is still open and done. */
let done: string | null = null

export function openSheet(sheet: MemberSheet): void {
  done = null
  perSession.set(sessionKeys.sheet, JSON.stringify({ ...sheet, page: location.pathname }))
  // What was tapped is seen to be first: a sheet is much to draw within a tap.
  afterPaint(announce)
}

export function closeSheet(): void {
  forgetDone()
  perSession.remove(sessionKeys.sheet)
  announce()
}

/** What it was opened for is done, and told in it: it stays until it is closed, but after a reload it would be an empty form. */
export function finishSheet(): void {
  done = perSession.get(sessionKeys.sheet) ?? done
  perSession.remove(sessionKeys.sheet)
}

/** Whoever comes after the session has ended finds nothing of it. */
export function forgetDone(): void {
  done = null
}

/** Where an outcome that nobody knows yet will be told: it takes the place of the sheet. */
export function openStatement(): void {
  closeSheet()
  goTo('/user/statement')
}

/** The build draws pages without any sheet. */
const notDrawn = () => null

export function useOpenSheet(): MemberSheet | null {
  return useSyncExternalStore(subscribe, openedSheet, notDrawn)
}

/** The same object as long as the same sheet is open. Null on another page than its own. */
export function openedSheet(): MemberSheet | null {
  const text = perSession.get(sessionKeys.sheet) ?? done
  if (text !== read.text) {
    const fields = fieldsOf(text)
    read = { text, sheet: parseSheet(fields), page: fields.get('page') }
  }
  return read.page === location.pathname ? read.sheet : null
}

function parseSheet(fields: ReadonlyMap<string, unknown>): MemberSheet | null {
  const kind = fields.get('kind')
  const place = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const plain = plainSheets.find((one) => one === kind)
  if (plain) return { kind: plain }
  if (kind === 'transfer') {
    const [from, to] = [place('from'), place('to')]
    return { kind, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  }
  const code = place('code')
  return kind === 'game' && code !== undefined ? { kind, code } : null
}

function fieldsOf(text: string | null): ReadonlyMap<string, unknown> {
  try {
    const json: unknown = JSON.parse(text ?? '')
    return new Map(typeof json === 'object' && json !== null ? Object.entries(json) : [])
  } catch {
    return new Map()
  }
}
