/** Being let into the customer's room, and what it means that nobody says whether one is. */
import { joinAck } from '@kapao/contract/chat'
import { safeParse } from 'valibot'
import type { Socket } from '../../lib/socket.ts'
import type { ConversationEvent } from './conversation.ts'
import { isFinal } from './customer.ts'

const JOIN_MS = 1500
/** On a line that was made this moment: there the server is slow and not gone, and a line that is made anew would only give it more to do. */
const SLOW_JOIN_MS = 10_000

export class Joining {
  #hasAnswered = false
  #isLineNew = false

  lineIsMade(): void {
    this.#isLineNew = true
  }

  async join(socket: Pick<Socket, 'ask'>, room: string): Promise<ConversationEvent> {
    const isPatient = this.#isLineNew && this.#hasAnswered
    this.#isLineNew = false
    const answer = await socket.ask('join', room, isPatient ? SLOW_JOIN_MS : JOIN_MS)
    // A server that has never answered joins all the same; one that has, and is silent now on a line from before, is gone.
    if (answer === null && this.#hasAnswered) return { type: isPatient ? 'disconnected' : 'silent' }
    this.#hasAnswered ||= answer !== null
    const ack = safeParse(joinAck, answer)
    if (!ack.success || ack.output.ok) return { type: 'joined' }
    const { message } = ack.output
    return isFinal(message) ? { type: 'join-refused', message } : { type: 'disconnected' }
  }
}
