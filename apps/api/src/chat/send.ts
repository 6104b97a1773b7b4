import { sendMessage } from '@kapao/contract/chat'
import * as v from 'valibot'
import type { Queries } from '../database.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { claimForCustomer } from './claim-file.ts'
import { findParty, type Party, roomIdOf } from './party.ts'
import { findConversation, openConversation, type Post, type Posted, post } from './post.ts'
import { judgeCustomerMessage } from './rules.ts'
import type { Teller } from './teller.ts'

const uuid = v.pipe(v.string(), v.uuid())

/** Who talks for the first time is given a conversation; a guest can be anyone, so an address can bring only so many. */
async function conversationOf(
  { database, operator, limits }: RouteContext,
  party: Party,
  known: bigint | null,
  ip: string,
): Promise<bigint | Refusal<'REQUEST_LIMIT_1MIN'>> {
  if (known !== null) return known
  if (party.kind === 'guest') {
    const perMinute = operator.current().chatNewGuestsPerMinute
    const retryAfter = await limits.hit(`chat-guests:${ip}`, perMinute)
    if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
  }
  return openConversation(database, party)
}

const FROM_CUSTOMER = { sender: 'customer', staffId: null } as const

async function postMedia(
  tx: Queries,
  written: Omit<Post, keyof typeof FROM_CUSTOMER>,
  memberId: bigint | null,
): Promise<Posted | Refusal<'NO_DATA'>> {
  const claimed = await claimForCustomer(tx, written.message, written.conversationId, memberId)
  return isRefusal(claimed) ? claimed : post(tx, { ...written, ...FROM_CUSTOMER, message: claimed })
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
    const conversationId = await conversationOf(context, party, known, ip)
    if (isRefusal(conversationId)) return conversationId
    const memberId = party.kind === 'member' ? party.memberId : null
    const written = { conversationId, clientId, message, deviceToken: body.deviceToken ?? '' }
    const posted =
      message.message_type === 'media'
        ? await database.transaction((tx) => postMedia(tx, written, memberId))
        : await post(database, { ...written, ...FROM_CUSTOMER })
    if (isRefusal(posted)) return posted
    context.teller.tell(conversationId, posted.seq)
    return { timestamp: posted.sentAt.toISOString() }
  })
}
