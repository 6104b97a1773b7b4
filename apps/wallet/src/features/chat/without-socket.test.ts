// What history brings while the socket is held back: nobody waits for it in front of an old conversation, nor sees one with a hole.
import type { Conversation } from '@kapao/contract/chat'
import { expect, test } from 'vitest'
import {
  type ConversationEvent,
  type ConversationState,
  firstConversation,
  nextConversation,
} from './conversation.ts'
import { readConversation } from './history-call.ts'

const message = (n: number): Conversation =>
  readConversation(
    { _id: `m${n}`, sender: 'agent', createdAt: new Date(Date.UTC(2026, 10, 21, 10, 0, n)).toISOString() },
    '',
  )
/** Ten of them, newest first, as the server answers. */
const pageFrom = (newest: number): ConversationEvent => ({
  type: 'page',
  skip: 0,
  history: Array.from({ length: 10 }, (_, index) => message(newest - index)),
})
const play = (state: ConversationState, ...events: readonly ConversationEvent[]) =>
  events.reduce(nextConversation, state)
const shown = ({ timeline }: ConversationState) =>
  timeline.received.map(({ conversation }) => conversation._id)
const from = (oldest: number, newest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => `m${oldest + index}`)

const live = play(firstConversation([]), { type: 'connected' }, { type: 'joined' }, pageFrom(30))
const waiting = play(live, { type: 'disconnected' })

test('a page that meets what is known is joined to it', () => {
  expect(shown(play(waiting, pageFrom(34)))).toEqual(from(21, 34))
})

test('after ten messages that were missed it begins anew with the newest', () => {
  const anew = play(waiting, pageFrom(60))
  expect(shown(anew)).toEqual(from(51, 60))
  expect(anew).toMatchObject({ line: { at: 'waiting' }, older: { at: 'more' } })
  // And goes on from there.
  expect(shown(play(anew, pageFrom(62)))).toEqual(from(51, 62))
})

test('what the socket brought alone is left out with the gap behind it', () => {
  const alone = play(live, { type: 'woke' }, { type: 'joined' }, { type: 'came', message: message(45) })
  expect(shown(play(alone, { type: 'disconnected' }, pageFrom(60)))).toEqual(from(51, 60))
})

test('whoever is about to be let in loses nothing: what lies between is fetched then', () => {
  const joining = play(waiting, { type: 'retry' }, { type: 'connected' })
  expect(play(joining, pageFrom(60))).toBe(joining)
})
