/** What is being written in each conversation, a text, a message with buttons and a note apart, for as long as the page lives: whoever looks elsewhere finds it again. */
import { createListeners } from '@kapao/browser/listeners'
import type { KnownMessage } from '@kapao/contract/chat'
import { useSyncExternalStore } from 'react'
import { type WrittenOnce, writtenOnce } from './written-once.ts'

type Kind = 'message' | 'note'

const drafts: Readonly<Record<Kind, Map<string, string>>> = { message: new Map(), note: new Map() }
/** Messages with buttons or cards, half filled in. */
const templates = new Map<string, KnownMessage>()
const onces = new Map<string, WrittenOnce>()
const [subscribe, changed] = createListeners()

export function readDraft(kind: Kind, conversationId: string): string {
  return drafts[kind].get(conversationId) ?? ''
}

export function writeDraft(kind: Kind, conversationId: string, text: string): void {
  if (text === '') drafts[kind].delete(conversationId)
  else drafts[kind].set(conversationId, text)
  changed()
}

/** Of every conversation, each with its id. */
export function allDrafts(kind: Kind): readonly (readonly [string, string])[] {
  return [...drafts[kind]]
}

/** Null: it has been sent, or is not wanted any more. */
export function writeTemplate(conversationId: string, message: KnownMessage | null): void {
  if (message === null) templates.delete(conversationId)
  else templates.set(conversationId, message)
  changed()
}

/** Of every conversation, each with its id. */
export function allTemplates(): readonly (readonly [string, KnownMessage])[] {
  return [...templates]
}

export function forgetDrafts(): void {
  templates.clear()
  for (const each of Object.values(drafts)) each.clear()
  onces.clear()
  changed()
}

/** What a note is told by that is kept again since no answer came: like its words, it outlives a look elsewhere. */
export function noteOnce(conversationId: string): WrittenOnce {
  const once = onces.get(conversationId) ?? writtenOnce()
  onces.set(conversationId, once)
  return once
}

export function useDraft(kind: Kind, conversationId: string): string {
  return useSyncExternalStore(subscribe, () => readDraft(kind, conversationId))
}

export function readTemplate(conversationId: string): KnownMessage | null {
  return templates.get(conversationId) ?? null
}

export function useTemplate(conversationId: string): KnownMessage | null {
  return useSyncExternalStore(subscribe, () => readTemplate(conversationId))
}
