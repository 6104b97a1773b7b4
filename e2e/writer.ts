// Somebody who writes to the support without a screen.
import { randomUUID } from 'node:crypto'
import type { Kapao } from './kapao.ts'
import { call } from './member.ts'

type Said = { sender: string; message: { message_type: string; payload: Record<string, unknown> } }

/** First words that nobody else says: the guest is told by them. */
export const newHello = () => `Hello ${randomUUID().slice(0, 8)}`

/** A guest. */
export class Writer {
  readonly #kapao: Kapao
  readonly #guestId = randomUUID()

  constructor(kapao: Kapao) {
    this.#kapao = kapao
  }

  async write(text: string): Promise<void> {
    const message = { message_type: 'text', payload: { text } }
    const body = { userId: '', guestId: this.#guestId, sender: 'customer', message, clientId: randomUUID() }
    await call(this.#kapao, 'POST', '/chat/send-message', { body })
  }

  async heard(): Promise<Said[]> {
    const body = { userId: '', guestId: this.#guestId, limit: 100, skip: 0 }
    const { history } = await call<{ history: Said[] }>(this.#kapao, 'POST', '/chat/history', { body })
    return history.filter(({ sender }) => sender !== 'customer').reverse()
  }
}
