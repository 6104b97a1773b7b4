// The two lookups that every visit begins with, apart from the others so that the first page carries nothing else.
import * as v from 'valibot'
import { type AnswerOf, call } from './call.ts'

/** Other servers answer `terminated` as a boolean (facts T13); both shapes are read, ours writes the text. */
export const lookupActive = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/active',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ terminated: v.union([v.string(), v.boolean()]) }),
  refusals: [],
})

/** Whether the operator has closed, by either shape. */
export function isGone({ terminated }: AnswerOf<typeof lookupActive>): boolean {
  return terminated === 'gone' || terminated === true
}

export const lookupEnableChatWidget = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/enableChatWidget',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ enableChatWidget: v.boolean() }),
  refusals: [],
})
