import { randomBytes } from 'node:crypto'
import type { KnownMessage } from '@kapao/contract/chat'
import type { Queries } from '../database.ts'
import type { MessageRow } from './message-row.ts'
import type { Party } from './party.ts'

export function newPublicId(): string {
  return randomBytes(12).toString('base64url')
}

/** Null for someone who has never said anything. */
export async function findConversation(queries: Queries, party: Party): Promise<bigint | null> {
  const [row] =
    party.kind === 'member'
      ? await queries.query<{ id: bigint }>('select id from chat_conversation where member_id = $1', [
          party.memberId,
        ])
      : await queries.query<{ id: bigint }>('select id from chat_conversation where guest_id = $1', [
          party.guestId,
        ])
  return row?.id ?? null
}

/** SQL: opens the conversation of whom `whoIs` names, unless they have one. */
const OPEN = 'chat_open($1, $2, $3)'

function whoIs(party: Party): readonly unknown[] {
  const [memberId, guestId] = party.kind === 'member' ? [party.memberId, null] : [null, party.guestId]
  return [memberId, guestId, newPublicId()]
}

/** The party's conversation, made when they have none. */
export async function openConversation(queries: Queries, party: Party): Promise<bigint> {
  const [opened] = await queries.query<{ id: bigint }>(`select ${OPEN} as id`, whoIs(party))
  if (!opened) throw new Error('no conversation was opened')
  return opened.id
}

export interface Post {
  readonly conversationId: bigint
  readonly sender: 'customer' | 'agent' | 'system'
  readonly staffId: bigint | null
  readonly clientId: string | null
  readonly message: KnownMessage
  readonly deviceToken: string
}

function valuesOf({ sender, staffId, clientId, message, deviceToken }: Omit<Post, 'conversationId'>) {
  const payload = JSON.stringify(message.payload)
  return [sender, staffId, clientId, message.message_type, payload, deviceToken, newPublicId()]
}

/** Stores a message once; whoever calls tells it after the transaction (teller.ts). A clientId that was sent before answers the first message. */
export async function post(queries: Queries, { conversationId, ...one }: Post): Promise<MessageRow> {
  const [row] = await queries.query<MessageRow>('select * from chat_keep($1, $2, $3, $4, $5, $6, $7, $8)', [
    conversationId,
    ...valuesOf(one),
  ])
  if (!row) throw new Error('a message was not stored')
  return row
}

/** As `post`, of somebody whose conversation may have to be opened by it. */
export async function postFirst(
  queries: Queries,
  party: Party,
  one: Omit<Post, 'conversationId'>,
): Promise<MessageRow> {
  const [row] = await queries.query<MessageRow>(
    `select posted.* from ${OPEN} opened, chat_keep(opened, $4, $5, $6, $7, $8, $9, $10) posted`,
    [...whoIs(party), ...valuesOf(one)],
  )
  if (!row) throw new Error('a first message was not stored')
  return row
}
