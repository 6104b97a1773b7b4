/**
 * What is being written goes over a reload that the page does by itself, and over no other. It is taken out of the storage at once, and put back
 * only for who wrote it.
 */
import { chatMessage, type KnownMessage, readMessage } from '@kapao/contract/chat'
import { cannedLanguages } from '@kapao/contract/desk-tools'
import { rows } from '@kapao/contract/values'
import {
  boolean,
  type InferOutput,
  nullable,
  object,
  optional,
  picklist,
  safeParse,
  string,
  tuple,
} from 'valibot'
import { allKept, putKeptBack } from '../features/canned/kept-drafts.ts'
import { carryBy } from '../lib/carry-over.ts'
import { allDrafts, allTemplates, writeDraft, writeTemplate } from '../lib/drafts.ts'
import { perSession, sessionKeys } from '../lib/storage.ts'

const cannedForm = /* @__PURE__ */ object({
  key: string(),
  draft: object({
    title: string(),
    shortcut: string(),
    language: picklist(cannedLanguages),
    message: chatMessage,
  }),
  basedOn: nullable(string()),
  isOvertaken: boolean(),
})
const texts = /* @__PURE__ */ rows(tuple([string(), string()]))
const carried = /* @__PURE__ */ object({
  staffId: string(),
  messages: texts,
  notes: texts,
  // A page of the release before keeps none.
  templates: optional(rows(tuple([string(), chatMessage])), []),
  canned: rows(cannedForm),
})

type Carried = InferOutput<typeof carried>

/** Null: it is another's, or cannot be read. */
function readCarried(text: string, staffId: string): Carried | null {
  try {
    const parsed = safeParse(carried, JSON.parse(text))
    return parsed.success && parsed.output.staffId === staffId ? parsed.output : null
  } catch {
    return null
  }
}

function putBack({ messages, notes, templates, canned }: Carried): void {
  for (const [conversationId, text] of messages) writeDraft('message', conversationId, text)
  for (const [conversationId, text] of notes) writeDraft('note', conversationId, text)
  for (const [conversationId, message] of templates) writeTemplate(conversationId, readMessage(message))
  for (const { key, draft, ...state } of canned) {
    const message: KnownMessage | null = readMessage(draft.message)
    if (message !== null) putKeptBack(key, { ...state, draft: { ...draft, message } })
  }
}

function write(staffId: string): void {
  const canned = allKept().map(([key, { once: _itsOwn, ...form }]) => ({ key, ...form }))
  const templates = allTemplates()
  const all = { staffId, messages: allDrafts('message'), notes: allDrafts('note'), templates, canned }
  perSession.set(sessionKeys.carried, JSON.stringify(all))
}

/** Before anything is painted. Answers how to leave. */
export function openCarried(staffId: string): () => void {
  const text = perSession.get(sessionKeys.carried)
  perSession.remove(sessionKeys.carried)
  const found = text === null ? null : readCarried(text, staffId)
  if (found) putBack(found)
  return carryBy(() => write(staffId))
}
