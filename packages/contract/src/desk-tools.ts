import * as v from 'valibot'
import { chatMessage } from './chat.ts'
import { colleague, deskCall } from './desk-call.ts'
import { succeeded, timestamp } from './values.ts'

export const NOTE_MAX = 2000

/** A uuid of the desk's: the same one again stores nothing new and answers the first. */
const clientId = /* @__PURE__ */ v.optional(v.pipe(v.string(), v.uuid()))

/** Private: no customer sees one. */
export const deskNote = /* @__PURE__ */ v.object({
  noteId: v.string(),
  text: v.string(),
  staff: colleague,
  createdAt: timestamp,
})
export type DeskNote = v.InferOutput<typeof deskNote>

/** Newest first, at most the latest 100. */
export const listNotes = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/conversations/{conversationId}/notes',
  effect: 'reads',
  body: null,
  answer: v.object({ notes: v.array(deskNote) }),
  refusals: ['NO_DATA'],
})

export const addNote = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/conversations/{conversationId}/notes',
  effect: 'writes',
  body: v.object({ clientId, text: v.pipe(v.string(), v.maxLength(NOTE_MAX * 2)) }),
  answer: v.object({ note: deskNote }),
  refusals: ['NO_DATA'],
})

export const CANNED_TITLE_MAX = 80
/** What is typed after a slash: letters of any language, digits, `-` and `_`. */
export const SHORTCUT_SHAPE = /^[\p{L}\p{M}\p{N}_-]{1,30}$/u

export const cannedLanguages = ['th', 'la', 'en', ''] as const

/**
 * `kind` reply: sent as it is, found by `/shortcut`. template: quick replies, buttons or cards to be filled in before they are sent.
 * `language` "" is for all. The literal `{name}` in a text stands for the customer's name, which the desk fills in.
 */
const cannedFields = {
  kind: v.picklist(['reply', 'template']),
  title: v.pipe(v.string(), v.maxLength(CANNED_TITLE_MAX * 2)),
  // Without the slash; "" has none.
  shortcut: v.pipe(v.string(), v.maxLength(60)),
  language: v.picklist(cannedLanguages),
  message: chatMessage,
}

export const cannedReply = /* @__PURE__ */ v.object({
  cannedId: v.string(),
  ...cannedFields,
  updatedAt: timestamp,
})
export type CannedReply = v.InferOutput<typeof cannedReply>

/** All of them, by title. */
export const listCanned = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/canned',
  effect: 'reads',
  body: null,
  answer: v.object({ canned: v.array(cannedReply) }),
  refusals: [],
})

/** KEY_INVALID with `field: "shortcut"`: another one in the same language has it. */
export const createCanned = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/canned',
  effect: 'writes',
  body: v.object({ ...cannedFields, clientId }),
  answer: v.object({ canned: cannedReply }),
  refusals: ['KEY_INVALID', 'NO_DATA'],
})

/**
 * `updatedAt`: of the reply as it was when it was opened. CHANGED_MEANWHILE: it has been changed since, into something else than this.
 */
export const updateCanned = /* @__PURE__ */ deskCall({
  method: 'PUT',
  path: '/desk/canned/{cannedId}',
  effect: 'writes',
  body: v.object({ ...cannedFields, updatedAt: v.optional(timestamp) }),
  answer: v.object({ canned: cannedReply }),
  refusals: ['KEY_INVALID', 'NO_DATA', 'CHANGED_MEANWHILE'],
})

/** `updatedAt`: of the reply as it was when its agent chose. CHANGED_MEANWHILE: it has been changed since. */
export const deleteCanned = /* @__PURE__ */ deskCall({
  method: 'DELETE',
  path: '/desk/canned/{cannedId}',
  effect: 'writes',
  body: v.object({ updatedAt: v.optional(timestamp) }),
  answer: succeeded,
  refusals: ['NO_DATA', 'CHANGED_MEANWHILE'],
})
