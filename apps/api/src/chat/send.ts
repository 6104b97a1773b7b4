import { sendMessage } from '@kapao/contract/chat'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { callerOf } from '../http/caller.ts'
import { BYTES_IN_MEGABYTE, giveBackOfDay, useOfDay } from '../http/day-limit.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { claimForCustomer } from './claim-file.ts'
import type { MessageRow } from './message-row.ts'
import { findParty, type Party } from './party.ts'
import { countMessage, findConversation, openConversation, post, say, sayFirst, type Words } from './post.ts'
import { judgeCustomerMessage, withOwnPath } from './rules.ts'
import type { Teller } from './teller.ts'

const uuid = v.pipe(v.string(), v.uuid())

/** A guest can be anyone, so an address can bring only so many, in a minute and in a day. Null when this one may talk. */
async function limitGuests(
  { database, operator, limits }: RouteContext,
  party: Party,
  ip: string,
): Promise<Refusal<'REQUEST_LIMIT_1MIN' | 'REQUEST_LIMIT'> | null> {
  if (party.kind !== 'guest') return null
  const { chatNewGuestsPerMinute, chatNewGuestsPerDay: perDay } = operator.current()
  const caller = callerOf(ip)
  const retryAfter = await limits.hit(`chat-guests:${caller}`, chatNewGuestsPerMinute)
  if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
  const tomorrow = await useOfDay(database, [{ bucket: `chat-guests:${caller}`, perDay }], 1)
  return tomorrow === null ? null : refuse('REQUEST_LIMIT', { retryAfter: tomorrow })
}

type NotSent = Refusal<'NO_DATA' | 'REQUEST_LIMIT_1MIN' | 'REQUEST_LIMIT'>

/** A message's row beside what was written, and what finds it. */
const ROW_BYTES = 500

async function isSaid(database: Database, party: Party, clientId: string | null): Promise<boolean> {
  const conversationId = clientId === null ? null : await findConversation(database, party)
  if (conversationId === null) return false
  const said = await database.query(
    "select 1 from chat_message where conversation_id = $1 and sender = 'customer' and client_id = $2",
    [conversationId, clientId],
  )
  return said.length > 0
}

/**
 * What guests write is kept for good, and each may begin a conversation of their own: an address can leave only so much in a day, and so can all of them. What is
 * refused is not kept, and what was said before is not kept twice: neither counts.
 */
async function limitGuestText(
  { database, operator }: RouteContext,
  party: Party,
  ip: string,
  { message, deviceToken, clientId }: Words,
  say: () => Promise<MessageRow | NotSent>,
): Promise<MessageRow | NotSent> {
  if (party.kind !== 'guest' || (await isSaid(database, party, clientId))) return say()
  const { chatGuestTextMegabytesPerDay, chatAllGuestsTextMegabytesPerDay } = operator.current()
  const limited = [
    { bucket: `chat-guest-text:${callerOf(ip)}`, perDay: chatGuestTextMegabytesPerDay * BYTES_IN_MEGABYTE },
    { bucket: 'chat-guest-text', perDay: chatAllGuestsTextMegabytesPerDay * BYTES_IN_MEGABYTE },
  ]
  const bytes = ROW_BYTES + Buffer.byteLength(JSON.stringify(message.payload) + deviceToken)
  const retryAfter = await useOfDay(database, limited, bytes)
  if (retryAfter !== null) return refuse('REQUEST_LIMIT', { retryAfter })
  const said = await say()
  if (isRefusal(said)) {
    const buckets = limited.map(({ bucket }) => bucket)
    await giveBackOfDay(database, buckets, bytes)
  }
  return said
}

/** A file is the conversation's from the message on that sends it, so that one has to be there before. */
async function sendFile(
  database: Database,
  party: Party,
  known: bigint | null,
  perMinute: number,
  { message, ...words }: Words,
): Promise<MessageRow | NotSent> {
  const conversationId = known ?? (await openConversation(database, party))
  const memberId = party.kind === 'member' ? party.memberId : null
  return database.transaction(async (tx) => {
    const retryAfter = await countMessage(tx, conversationId, perMinute, words.clientId)
    if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
    const claimed = await claimForCustomer(tx, message, conversationId, memberId)
    if (isRefusal(claimed)) return claimed
    return post(tx, { ...words, sender: 'customer', staffId: null, message: claimed, conversationId })
  })
}

async function send(
  context: RouteContext,
  party: Party,
  ip: string,
  words: Words,
): Promise<MessageRow | NotSent> {
  const { database, operator } = context
  const perMinute = operator.current().chatMessagesPerMinute
  if (words.message.message_type === 'media') {
    const known = await findConversation(database, party)
    const tooMany = known === null ? await limitGuests(context, party, ip) : null
    return tooMany ?? sendFile(database, party, known, perMinute, words)
  }
  const asKnown = await say(database, party, perMinute, words)
  const tooMany = asKnown === null ? await limitGuests(context, party, ip) : null
  if (tooMany) return tooMany
  const said = asKnown ?? (await sayFirst(database, party, perMinute, words))
  return 'retryAfter' in said ? refuse('REQUEST_LIMIT_1MIN', said) : said
}

export interface SendContext extends RouteContext {
  readonly teller: Teller
}

export function mountSendMessage(context: SendContext): void {
  mount(context, sendMessage, async ({ body, identify, ip, ownOrigin }) => {
    if (body.sender !== 'customer') return refuse('BAD_REQUEST', { field: 'sender' })
    const clientId = body.clientId || null
    if (clientId !== null && !v.is(uuid, clientId)) return refuse('BAD_REQUEST', { field: 'clientId' })
    const message = judgeCustomerMessage(withOwnPath(body.message, ownOrigin))
    if (isRefusal(message)) return message
    const party = await findParty(body, identify)
    if (isRefusal(party)) return party
    const words = { clientId, message, deviceToken: body.deviceToken ?? '' }
    const said = await limitGuestText(context, party, ip, words, () => send(context, party, ip, words))
    if (isRefusal(said)) return said
    context.teller.tell(said)
    return { timestamp: said.createdAt.toISOString() }
  })
}
