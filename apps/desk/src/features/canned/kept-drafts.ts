/** What was written of canned replies and not saved, for as long as the page lives: whoever looks elsewhere finds it again. */
import { createListeners } from '@kapao/browser/listeners'
import type { CannedReply } from '@kapao/contract/desk-tools'
import { useSyncExternalStore } from 'react'
import { type WrittenOnce, writtenOnce } from '../../lib/written-once.ts'
import type { CannedDraft } from './canned-draft.ts'

export interface KeptDraft {
  readonly draft: CannedDraft
  /** `updatedAt` of the reply that it was written over, as far as its agent knows; null for a new one. */
  readonly basedOn: string | null
  /** Whether somebody else has changed the reply since it was opened. */
  readonly isOvertaken: boolean
  readonly once: WrittenOnce
}

const NEW = 'new'
const kept = new Map<string, KeptDraft>()
const [subscribe, changed] = createListeners()

const keyOf = (canned: Pick<CannedReply, 'cannedId'> | null) => canned?.cannedId ?? NEW

const same = (one: CannedDraft, other: CannedDraft) => JSON.stringify(one) === JSON.stringify(other)

/** Null: nothing was written that is not saved. */
export function readKept(canned: CannedReply | null): KeptDraft | null {
  return kept.get(keyOf(canned)) ?? null
}

export function useKept(canned: CannedReply | null): KeptDraft | null {
  return useSyncExternalStore(subscribe, () => readKept(canned))
}

/** `original` is the reply as its form would show it. */
export function writeKept(
  canned: CannedReply | null,
  original: CannedDraft,
  changes: Partial<CannedDraft>,
): void {
  const before = readKept(canned) ?? {
    draft: original,
    basedOn: canned?.updatedAt ?? null,
    isOvertaken: false,
    once: writtenOnce(),
  }
  const draft = { ...before.draft, ...changes }
  if (same(draft, original)) kept.delete(keyOf(canned))
  else kept.set(keyOf(canned), { ...before, draft })
  changed()
}

export function forgetKept(canned: CannedReply | null): void {
  kept.delete(keyOf(canned))
  changed()
}

/** What was saved is there. Whoever has gone on writing meanwhile writes over that. */
export function keptSaved(canned: CannedReply | null, saved: CannedReply, draft: CannedDraft): void {
  const now = readKept(canned)
  if (now === null) return
  const basedOn = canned && saved.updatedAt
  if (same(now.draft, draft)) kept.delete(keyOf(canned))
  else kept.set(keyOf(canned), { ...now, basedOn, isOvertaken: false })
  changed()
}

/** Somebody else was first: what was written stays, over what they have made of it. Answers whether anything was. */
export function keptOvertaken(latest: CannedReply): boolean {
  const now = readKept(latest)
  if (now === null) return false
  kept.set(keyOf(latest), { ...now, basedOn: latest.updatedAt, isOvertaken: true })
  changed()
  return true
}

/** All of them, each under what it is kept by. */
export function allKept(): readonly (readonly [string, KeptDraft])[] {
  return [...kept]
}

/** As it was kept by the page before this one, which sends nothing again. */
export function putKeptBack(key: string, before: Omit<KeptDraft, 'once'>): void {
  kept.set(key, { ...before, once: writtenOnce() })
  changed()
}

/** Whoever logs in next must not find it. */
export function forgetCannedDrafts(): void {
  kept.clear()
  changed()
}
