/**
 * Reading what the server says, message by message: one that is not of the contract must not hide the others, nor shift the pages, so it
 * stays as a message of an unknown kind in its place.
 */
import {
  type Conversation,
  chatHistory,
  chatMessage,
  conversation,
  type EndedSession,
  endedSession,
} from '@kapao/contract/chat'
import { rows, timestamp } from '@kapao/contract/values'
import { fallback, nullable, number, object, optional, safeParse, string, unknown } from 'valibot'
import { send } from '../../lib/http.ts'
import { type Customer, withoutOwnName } from './customer.ts'

const history = {
  ...chatHistory,
  answer: object({
    history: rows(unknown()),
    // Extras of ours: whatever another server calls so must not take the conversation with it.
    unread: fallback(optional(number()), undefined),
    readAt: fallback(optional(string()), undefined),
    ended: fallback(optional(nullable(endedSession), null), null),
  }),
}

export interface HistoryPage {
  /** Newest first. */
  readonly history: readonly Conversation[]
  readonly unread: number | undefined
  readonly readAt: string | undefined
  readonly ended: EndedSession | null
}

/** Null where it did not come. */
export async function fetchHistory(
  customer: Customer,
  page: { skip: number; limit: number; signal: AbortSignal },
): Promise<HistoryPage | null> {
  const { userId, guestId } = customer
  const { skip, limit, signal } = page
  const asked = await send(history, { body: { userId, guestId, limit, skip }, signal }).catch(
    (): null => null,
  )
  if (!asked?.ok) return null
  const { history: raw, unread, readAt, ended = null } = asked.answer
  const read = raw.map((one) => readConversation(one, ''))
  // One whose time cannot be read lies beside the one after it, and the first of a page beside the one before: it is no news.
  let atTime = read.find(({ createdAt }) => createdAt !== '')?.createdAt ?? new Date().toISOString()
  const messages = read.map((message) => {
    atTime = message.createdAt || atTime
    return withoutOwnName(customer, { ...message, createdAt: atTime })
  })
  return { history: messages, unread, readAt, ended }
}

/** `otherwise`: the time of a message that says none. What stands beside it may be odd: the message itself is read as far as it can be. */
export function readConversation(raw: unknown, otherwise: string): Conversation {
  const parsed = safeParse(conversation, raw)
  if (parsed.success) return parsed.output
  const fields = new Map<string, unknown>(typeof raw === 'object' && raw !== null ? Object.entries(raw) : [])
  const text = (name: string) => {
    const value = fields.get(name)
    // An id that is a number is still whose it is.
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const message = safeParse(chatMessage, fields.get('message'))
  const said = safeParse(timestamp, fields.get('createdAt'))
  const atMs = Date.parse(said.success ? said.output : text('createdAt'))
  const id = text('_id')
  return {
    ...(id === '' ? {} : { _id: id }),
    clientId: text('clientId'),
    sender: text('sender'),
    message: message.success ? message.output : { message_type: 'other', payload: null },
    createdAt: Number.isNaN(atMs) ? otherwise : new Date(atMs).toISOString(),
    session_id: text('session_id'),
    userId: text('userId'),
    guestId: text('guestId'),
    username: text('username'),
    name: text('name'),
    deviceToken: '',
  }
}
