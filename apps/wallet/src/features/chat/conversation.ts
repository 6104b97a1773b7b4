/**
 * The conversation with the other end: how the line to it is, how far back it is loaded, and what was said. One pure transition; what
 * must be done in a state (connect, join, fetch) is the client's (chat-client.ts). The socket is a hint, history is the truth: after
 * every join what was missed is fetched page by page until it meets what is known.
 */

import { type DeliveryEvent, nextDelivery } from '@kapao/chat-view/delivery'
import type { Conversation } from '@kapao/contract/chat'
import { HISTORY_PAGE } from './history-page.ts'
import {
  emptyTimeline,
  isKnown,
  keyOf,
  merge,
  newestMs,
  type Own,
  settle,
  startOver,
  type Timeline,
  withoutAnswered,
  withTaken,
} from './timeline.ts'

/** A longer absence begins anew at the newest page. */
const MOST_PAGES_MISSED = 30

export type Line =
  | { readonly at: 'connecting' }
  | { readonly at: 'joining' }
  /** `found`: what was missed, oldest first, not yet joined to the rest. `skip` is of the page that is asked for. */
  | { readonly at: 'catching-up'; readonly skip: number; readonly found: readonly Conversation[] }
  | { readonly at: 'live' }
  /** The line is gone, or it stands and only history did not come (`isJoined`); it is tried again in a while. */
  | { readonly at: 'waiting'; readonly isJoined?: true }
  /** The server does not let this customer in. */
  | { readonly at: 'refused'; readonly message: string }

export type Older =
  /** Not even the newest page is there. */
  | { readonly at: 'unloaded' }
  | { readonly at: 'more' }
  | { readonly at: 'loading'; readonly skip: number }
  /** `isWanted`: its button was pressed while the line was being made. */
  | { readonly at: 'failed'; readonly isWanted?: true }
  | { readonly at: 'none' }

export interface ConversationState {
  readonly line: Line
  readonly older: Older
  readonly timeline: Timeline
}

export type ConversationEvent =
  | { readonly type: 'connected' }
  | { readonly type: 'joined' }
  | { readonly type: 'join-refused'; readonly message: string }
  /** The line seems to stand and nothing answers: it died while the phone slept. */
  | { readonly type: 'silent' }
  | { readonly type: 'disconnected' }
  | { readonly type: 'retry' }
  /** The phone woke up, or the network came back. */
  | { readonly type: 'woke' }
  /** History as it comes, newest first. */
  | { readonly type: 'page'; readonly skip: number; readonly history: readonly Conversation[] }
  | { readonly type: 'page-failed' }
  | { readonly type: 'came'; readonly message: Conversation }
  | { readonly type: 'older-wanted' }
  | { readonly type: 'older-page'; readonly skip: number; readonly history: readonly Conversation[] }
  | { readonly type: 'older-failed' }
  | { readonly type: 'wrote'; readonly own: Own }
  | { readonly type: 'delivery'; readonly clientId: string; readonly event: DeliveryEvent }
  | { readonly type: 'uploaded'; readonly clientId: string; readonly message: Own['message'] }
  | { readonly type: 'removed'; readonly clientId: string }

export function firstConversation(own: readonly Own[]): ConversationState {
  return { line: { at: 'connecting' }, older: { at: 'unloaded' }, timeline: { ...emptyTimeline, own } }
}

/** Only then the pages of the server lie where they are counted to; without a socket as far as was last asked, and what has come since makes them overlap. */
function mayAskOlder(line: Line): boolean {
  return line.at === 'live' || (line.at === 'waiting' && !line.isJoined)
}

export function nextConversation(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'page':
      return pageCame(state, event)
    case 'came':
      return { ...state, timeline: came(state.timeline, event.message, state.line.at === 'live') }
    case 'older-wanted':
      if (!mayAskOlder(state.line))
        return state.older.at === 'failed' ? { ...state, older: { at: 'failed', isWanted: true } } : state
      return state.older.at === 'more' || state.older.at === 'failed'
        ? { ...state, older: { at: 'loading', skip: state.timeline.received.length } }
        : state
    case 'older-page':
      return olderCame(state, event)
    case 'older-failed':
      return state.older.at === 'loading' ? { ...state, older: { at: 'failed' } } : state
    case 'wrote':
    case 'delivery':
    case 'uploaded':
    case 'removed':
      return {
        ...state,
        timeline: withoutAnswered({ ...state.timeline, own: nextOwn(state.timeline, event) }),
      }
    default: {
      const line = nextLine(state.line, event)
      if (line === state.line) return state
      const isBroken = state.older.at === 'loading' && line.at !== 'live'
      return { ...state, line, ...(isBroken ? { older: { at: 'more' } as const } : {}) }
    }
  }
}

/** Said again by the socket it stays where it is: only a page knows how messages of one time lie. */
function came(timeline: Timeline, message: Conversation, settled: boolean): Timeline {
  const key = keyOf(message)
  if (timeline.received.some((one) => one.key === key)) return timeline
  return merge(timeline, [message], { place: 'newer', settled })
}

type LineEvent = Extract<
  ConversationEvent,
  {
    type:
      | 'connected'
      | 'joined'
      | 'join-refused'
      | 'silent'
      | 'disconnected'
      | 'retry'
      | 'woke'
      | 'page-failed'
  }
>

function nextLine(line: Line, event: LineEvent): Line {
  if (line.at === 'refused') return line
  switch (event.type) {
    case 'connected':
      return line.at === 'connecting' ? { at: 'joining' } : line
    case 'joined':
      return line.at === 'joining' ? { at: 'catching-up', skip: 0, found: [] } : line
    case 'join-refused':
      return line.at === 'joining' ? { at: 'refused', message: event.message } : line
    case 'silent':
      return line.at === 'joining' ? { at: 'connecting' } : line
    case 'disconnected':
      return line.at === 'waiting' && !line.isJoined ? line : { at: 'waiting' }
    case 'page-failed':
      return line.at === 'catching-up' ? { at: 'waiting', isJoined: true } : line
    case 'retry':
      return line.at === 'waiting' ? { at: line.isJoined ? 'joining' : 'connecting' } : line
    case 'woke':
      if (line.at === 'waiting') return { at: line.isJoined ? 'joining' : 'connecting' }
      // It looks as before, and may be dead: joining again shows which, and what was missed is fetched.
      return line.at === 'live' || line.at === 'catching-up' ? { at: 'joining' } : line
  }
}

function pageCame(
  state: ConversationState,
  { skip, history }: Extract<ConversationEvent, { type: 'page' }>,
): ConversationState {
  const { line, timeline } = state
  const isAside = (line.at === 'waiting' || line.at === 'joining') && skip === 0
  if (!isAside && !(line.at === 'catching-up' && line.skip === skip)) return state
  const page = [...history].reverse()
  const found = line.at === 'catching-up' ? [...page, ...line.found] : page
  const isFirst = state.older.at === 'unloaded'
  const isWhole = isFirst || history.length < HISTORY_PAGE || page.some((one) => isKnown(timeline, one))
  // Who is still to be let in fetches what lies between; without a socket nobody does, and it begins anew at this page.
  if (line.at === 'joining' && !isWhole) return state
  if (!isAside && !isWhole && skip + HISTORY_PAGE < MOST_PAGES_MISSED * HISTORY_PAGE) {
    return { ...state, line: { at: 'catching-up', skip: skip + HISTORY_PAGE, found } }
  }
  const merged = merge(timeline, found, { place: 'newer', settled: true })
  return {
    line: isAside ? line : { at: 'live' },
    older: olderAfter(state.older, isFirst || !isWhole, history.length),
    timeline: settle(isWhole ? merged : startOver(merged, found)),
  }
}

/** How far back it is loaded is only news when it begins at this page. */
function olderAfter(older: Older, beginsHere: boolean, length: number): Older {
  if (!beginsHere) return older.at === 'unloaded' ? { at: 'more' } : older
  return length < HISTORY_PAGE ? { at: 'none' } : { at: 'more' }
}

function olderCame(
  state: ConversationState,
  { skip, history }: Extract<ConversationEvent, { type: 'older-page' }>,
): ConversationState {
  if (state.older.at !== 'loading' || state.older.skip !== skip) return state
  const hasNew = history.some((one) => !isKnown(state.timeline, one))
  const timeline = merge(state.timeline, [...history].reverse(), { place: 'older', settled: true })
  if (history.length < HISTORY_PAGE) return { ...state, older: { at: 'none' }, timeline }
  // New messages have pushed the page to where all is known already: the next one, then.
  if (!hasNew) return { ...state, older: { at: 'loading', skip: skip + HISTORY_PAGE }, timeline }
  return { ...state, older: { at: 'more' }, timeline }
}

type OwnEvent = Extract<ConversationEvent, { type: 'wrote' | 'delivery' | 'uploaded' | 'removed' }>

function nextOwn(timeline: Timeline, event: OwnEvent): readonly Own[] {
  const { own } = timeline
  switch (event.type) {
    case 'wrote':
      return [...own, event.own]
    case 'removed':
      return own.filter(({ clientId }) => clientId !== event.clientId)
    case 'delivery':
      return delivered(timeline, event)
    case 'uploaded':
      return own.map((one) =>
        one.clientId === event.clientId
          ? { ...one, message: event.message, delivery: nextDelivery(one.delivery, { type: 'uploaded' }) }
          : one,
      )
  }
}

function delivered(timeline: Timeline, { clientId, event }: Extract<OwnEvent, { type: 'delivery' }>) {
  const { own } = timeline
  const one = own.find((each) => each.clientId === clientId)
  if (!one) return own
  const next = { ...one, delivery: nextDelivery(one.delivery, event) }
  if (event.type === 'send' && one.delivery.at === 'failed') {
    // Sent again it is written anew: it goes to the end, and stays there should it fail again.
    const afterMs = Math.max(one.afterMs, newestMs(timeline))
    return [...own.filter((each) => each !== one), { ...next, afterMs }]
  }
  const changed = own.map((each) => (each === one ? next : each))
  return event.type === 'answered' ? withTaken(changed, clientId, Date.parse(event.timestamp)) : changed
}
