import { randomBytes } from 'node:crypto'
import type { KnownMessage } from '@kapao/contract/chat'
import type { Queries } from '../database.ts'
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

/** The party's conversation, made when it is their first word. */
export async function openConversation(queries: Queries, party: Party): Promise<bigint> {
  const [made] = await queries.query<{ id: bigint }>(
    `insert into chat_conversation (public_id, member_id, guest_id) values ($1, $2, $3) on conflict do nothing returning id`,
    [
      newPublicId(),
      party.kind === 'member' ? party.memberId : null,
      party.kind === 'guest' ? party.guestId : null,
    ],
  )
  const id = made?.id ?? (await findConversation(queries, party))
  if (id === null) throw new Error('a conversation that was just made is not there')
  return id
}

export interface Post {
  readonly conversationId: bigint
  readonly sender: 'customer' | 'agent' | 'system'
  readonly staffId: bigint | null
  readonly clientId: string | null
  readonly message: KnownMessage
  readonly deviceToken: string
}

export interface Posted {
  readonly id: bigint
  readonly seq: number
  readonly sentAt: Date
}

/** Stores a message once; whoever calls tells it after the transaction (teller.ts). A clientId that was sent before answers the first message. */
export async function post(queries: Queries, one: Post): Promise<Posted> {
  const [row] = await queries.query<Posted>(
    'select message_id as id, message_seq as seq, sent_at from chat_post($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      one.conversationId,
      one.sender,
      one.staffId,
      one.clientId,
      one.message.message_type,
      JSON.stringify(one.message.payload),
      one.deviceToken,
      newPublicId(),
    ],
  )
  if (!row) throw new Error('a message was not stored')
  return row
}
