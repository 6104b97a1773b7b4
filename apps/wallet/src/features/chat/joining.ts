/** Being let into the customer's room, and what it means that nobody says whether one is. */
import { chatConfig, joinAck } from '@kapao/contract/chat'
import { safeParse } from 'valibot'
import { send } from '../../lib/http.ts'
import type { Socket } from '../../lib/socket.ts'
import type { ConversationEvent } from './conversation.ts'
import { isFinal } from './customer.ts'

const JOIN_MS = 1500
/** On a line that was made this moment: there the server is slow and not gone, and a line that is made anew would only give it more to do. */
const SLOW_JOIN_MS = 10_000

/** How a server may say that it knows no room of that name, or that it is not this customer's. */
const misnamed: ReadonlySet<string> = new Set(['BAD_REQUEST', 'NOT_ALLOWED', 'UNAUTHORIZED'])

export class Joining {
  #prefix: string | null = null
  #hasAnswered = false
  #isLineNew = false

  lineIsMade(): void {
    this.#isLineNew = true
  }

  /** Whether it is known how rooms are called. It is asked only where it is not. */
  async knowsRooms(signal: AbortSignal): Promise<boolean> {
    return this.#prefix !== null || (await this.#askPrefix(signal))
  }

  /** `id`: whose room it is. */
  async join(socket: Pick<Socket, 'ask'>, id: string, signal: AbortSignal): Promise<ConversationEvent> {
    const before = this.#prefix
    const happened = await this.#ask(socket, id)
    if (happened.type !== 'join-refused' || !misnamed.has(happened.message)) return happened
    // The operator may have changed how rooms are called since it was asked. Only who is refused under the present name is so for good.
    if (!(await this.#askPrefix(signal))) return { type: 'disconnected' }
    return this.#prefix === before ? happened : this.#ask(socket, id)
  }

  async #askPrefix(signal: AbortSignal): Promise<boolean> {
    const asked = await send(chatConfig, { signal }).catch((): null => null)
    if (!asked?.ok) return false
    this.#prefix = asked.answer.PREFIX
    return true
  }

  async #ask(socket: Pick<Socket, 'ask'>, id: string): Promise<ConversationEvent> {
    const isPatient = this.#isLineNew && this.#hasAnswered
    this.#isLineNew = false
    const answer = await socket.ask('join', `${this.#prefix}${id}`, isPatient ? SLOW_JOIN_MS : JOIN_MS)
    // A server that has never answered joins all the same; one that has, and is silent now on a line from before, is gone.
    if (answer === null && this.#hasAnswered) return { type: isPatient ? 'disconnected' : 'silent' }
    this.#hasAnswered ||= answer !== null
    const ack = safeParse(joinAck, answer)
    if (!ack.success || ack.output.ok) return { type: 'joined' }
    const { message } = ack.output
    return isFinal(message) ? { type: 'join-refused', message } : { type: 'disconnected' }
  }
}
