import { randomBytes } from 'node:crypto'
import type { KnownMessage } from '@kapao/contract/chat'
import type { Queries } from '../database/database.ts'
import type { MessageRow } from './message-row.ts'
import type { Party } from './party.ts'

export function newPublicId(): string {
  return randomBytes(12).toString('base64url')
}

/** SQL: the id of whose conversation it is, by $1 (`idOf`). */
function conversationOf(party: Party): string {
  return `select id from chat_conversation where ${party.kind === 'member' ? 'member_id' : 'guest_id'} = $1`
}

function idOf(party: Party): unknown {
  return party.kind === 'member' ? party.memberId : party.guestId
}

/** Null for someone who has never said anything. */
export async function findConversation(queries: Queries, party: Party): Promise<bigint | null> {
  const [row] = await queries.query<{ id: bigint }>(conversationOf(party), [idOf(party)])
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

/** Whether one of the staff has sent this clientId before, in a conversation that is locked until the transaction ends. */
export async function isSentByStaff(tx: Queries, conversationId: bigint, clientId: string): Promise<boolean> {
  await tx.query('select 1 from chat_conversation where id = $1 for no key update', [conversationId])
  // A statement of its own: one that waited for the lock sees what was there before it waited.
  const sent = await tx.query(
    "select 1 from chat_message where conversation_id = $1 and sender = 'agent' and client_id = $2",
    [conversationId, clientId],
  )
  return sent.length > 0
}

/** What a customer says: a message, or the seconds that they have to wait, since they have said as many as they may. */
export type Said = MessageRow | { readonly retryAfter: number }

export type Words = Pick<Post, 'clientId' | 'message' | 'deviceToken'>

function wordsOf({ clientId, message, deviceToken }: Words): readonly unknown[] {
  return [clientId, message.message_type, JSON.stringify(message.payload), deviceToken, newPublicId()]
}

type SaidRow = MessageRow & { readonly retryAfter: number | null }

function readSaid({ retryAfter, ...row }: SaidRow): Said {
  return retryAfter === null ? row : { retryAfter }
}

/** Counts a customer's message and stores it as `post` does, in one trip. Null for someone who has never said anything: nothing is stored. */
export async function say(
  queries: Queries,
  party: Party,
  perMinute: number,
  words: Words,
): Promise<Said | null> {
  const [row] = await queries.query<SaidRow>(
    `select said.retry_after, (said.told).* from chat_say((${conversationOf(party)}), $2, $3, $4, $5, $6, $7) said`,
    [idOf(party), perMinute, ...wordsOf(words)],
  )
  return row ? readSaid(row) : null
}

/** As `say`, of somebody whose conversation may have to be opened by it. */
export async function sayFirst(
  queries: Queries,
  party: Party,
  perMinute: number,
  words: Words,
): Promise<Said> {
  const [row] = await queries.query<SaidRow>(
    `select said.retry_after, (said.told).* from ${OPEN} opened, chat_say(opened, $4, $5, $6, $7, $8, $9) said`,
    [...whoIs(party), perMinute, ...wordsOf(words)],
  )
  if (!row) throw new Error('a first message was not stored')
  return readSaid(row)
}

/** Counts a customer's message that is stored by other means, in the same transaction, unless it is there already. Answers as `Limits.hit`. */
export async function countMessage(
  queries: Queries,
  conversationId: bigint,
  perMinute: number,
  clientId: string | null,
): Promise<number | null> {
  const [row] = await queries.query<{ retryAfter: number | null }>(
    'select chat_count($1, $2, $3) as retry_after',
    [conversationId, perMinute, clientId],
  )
  return row?.retryAfter ?? null
}
