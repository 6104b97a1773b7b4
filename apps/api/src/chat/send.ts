import { sendMessage } from '@kapao/contract/chat'
import * as v from 'valibot'
import type { Database } from '../database.ts'
import { callerOf } from '../http/caller.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { claimForCustomer } from './claim-file.ts'
import type { MessageRow } from './message-row.ts'
import { findParty, type Party, roomIdOf } from './party.ts'
import { findConversation, openConversation, type Post, post, postFirst } from './post.ts'
import { judgeCustomerMessage } from './rules.ts'
import type { Teller } from './teller.ts'

const uuid = v.pipe(v.string(), v.uuid())

/** A guest can be anyone, so an address can bring only so many. Null when this one may talk. */
async function limitGuests(
  { operator, limits }: RouteContext,
  party: Party,
  ip: string,
): Promise<Refusal<'REQUEST_LIMIT_1MIN'> | null> {
  if (party.kind !== 'guest') return null
  const perMinute = operator.current().chatNewGuestsPerMinute
  const retryAfter = await limits.hit(`chat-guests:${callerOf(ip)}`, perMinute)
  return retryAfter === null ? null : refuse('REQUEST_LIMIT_1MIN', { retryAfter })
}

const FROM_CUSTOMER = { sender: 'customer', staffId: null } as const

type Words = Omit<Post, keyof typeof FROM_CUSTOMER | 'conversationId'>

/** `known` is the party's conversation; null when this is their first word. */
async function say(
  database: Database,
  party: Party,
  known: bigint | null,
  words: Words,
): Promise<MessageRow | Refusal<'NO_DATA'>> {
  const { message } = words
  if (message.message_type === 'media') {
    const conversationId = known ?? (await openConversation(database, party))
    const memberId = party.kind === 'member' ? party.memberId : null
    return database.transaction(async (tx) => {
      const claimed = await claimForCustomer(tx, message, conversationId, memberId)
      if (isRefusal(claimed)) return claimed
      return post(tx, { ...words, ...FROM_CUSTOMER, message: claimed, conversationId })
    })
  }
  if (known === null) return postFirst(database, party, { ...words, ...FROM_CUSTOMER })
  return post(database, { ...words, ...FROM_CUSTOMER, conversationId: known })
}

export interface SendContext extends RouteContext {
  readonly teller: Teller
}

export function mountSendMessage(context: SendContext): void {
  const { database, operator, limits } = context
  mount(context, sendMessage, async ({ body, identify, ip }) => {
    if (body.sender !== 'customer') return refuse('BAD_REQUEST', { field: 'sender' })
    const clientId = body.clientId || null
    if (clientId !== null && !v.is(uuid, clientId)) return refuse('BAD_REQUEST', { field: 'clientId' })
    const message = judgeCustomerMessage(body.message)
    if (isRefusal(message)) return message
    const party = await findParty(body, identify)
    if (isRefusal(party)) return party
    const limit = operator.current().chatMessagesPerMinute
    const [retryAfter, known] = await Promise.all([
      limits.hit(`chat:${roomIdOf(party)}`, limit),
      findConversation(database, party),
    ])
    if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
    const tooMany = known === null ? await limitGuests(context, party, ip) : null
    if (tooMany) return tooMany
    const words = { clientId, message, deviceToken: body.deviceToken ?? '' }
    const said = await say(database, party, known, words)
    if (isRefusal(said)) return said
    context.teller.tell(said)
    return { timestamp: said.createdAt.toISOString() }
  })
}
