// Someone at the support desk, by the desk's own calls: what they read of a customer, and what they say.
import { randomUUID } from 'node:crypto'
import type { Kapao } from './kapao.ts'

export type Said = { seq: number; sender: string; message: { message_type: string; payload: unknown } }
type Row = { conversationId: string; kind: string; unread: number; lastMessage: Said | null }

export class Support {
  readonly #kapao: Kapao
  #cookie = ''

  private constructor(kapao: Kapao) {
    this.#kapao = kapao
  }

  static async logIn(kapao: Kapao): Promise<Support> {
    const agent = new Support(kapao)
    await agent.#call('POST', '/login', { name: 'demo', password: 'kapao-desk-1' })
    return agent
  }

  async #call<Answer>(method: string, path: string, body?: object | FormData): Promise<Answer> {
    const isForm = body instanceof FormData
    const response = await fetch(`${this.#kapao.addresses.url}/api/desk${path}`, {
      method,
      headers: {
        'x-requested-with': 'kapao',
        cookie: this.#cookie,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} /desk${path}: ${response.status} ${text}`)
    const [cookie] = response.headers.getSetCookie()
    if (cookie) this.#cookie = cookie.split(';')[0] ?? ''
    const answer: Answer = JSON.parse(text)
    return answer
  }

  /** Waits until someone has written this, and answers their conversation. */
  async conversationWith(text: string): Promise<string> {
    const deadline = Date.now() + 60_000
    for (;;) {
      const { conversations } = await this.#call<{ conversations: Row[] }>('POST', '/inbox', {
        filter: 'all',
        page: 1,
        limit: 100,
      })
      const found = conversations.find(({ lastMessage }) =>
        JSON.stringify(lastMessage?.message.payload ?? '').includes(text),
      )
      if (found) return found.conversationId
      if (Date.now() > deadline) throw new Error(`Nobody wrote ${text}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Everything in it, oldest first. */
  async messagesOf(conversationId: string): Promise<Said[]> {
    const { messages } = await this.#call<{ messages: Said[] }>(
      'POST',
      `/conversations/${conversationId}/history`,
      { limit: 100 },
    )
    return messages.reverse()
  }

  async textsOf(conversationId: string): Promise<string[]> {
    const messages = await this.messagesOf(conversationId)
    return messages.map(({ message: { payload } }) => {
      const fields = new Map(Object.entries(payload ?? {}))
      return String(fields.get('text') ?? fields.get('title') ?? '')
    })
  }

  async say(conversationId: string, message_type: string, payload: object): Promise<Said> {
    const { message } = await this.#call<{ message: Said }>(
      'POST',
      `/conversations/${conversationId}/messages`,
      { clientId: randomUUID(), message: { message_type, payload } },
    )
    return message
  }

  write(conversationId: string, text: string): Promise<Said> {
    return this.say(conversationId, 'text', { text })
  }

  async picture(conversationId: string, bytes: Buffer): Promise<void> {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'reply.png')
    const { path, width, height } = await this.#call<{ path: string; width: number; height: number }>(
      'POST',
      '/upload',
      form,
    )
    const payload = { message: '', url: false, fileType: 'image', filePath: path, width, height }
    await this.say(conversationId, 'media', payload)
  }

  async read(conversationId: string, seq: number): Promise<void> {
    await this.#call('PUT', `/conversations/${conversationId}/read`, { seq })
  }

  async end(conversationId: string): Promise<void> {
    await this.#call('POST', `/conversations/${conversationId}/end`, {})
  }

  /** The seq that the customer has read up to. */
  async readByCustomer(conversationId: string): Promise<number> {
    const { conversation } = await this.#call<{ conversation: { customerReadSeq: number } }>(
      'GET',
      `/conversations/${conversationId}`,
    )
    return conversation.customerReadSeq
  }
}
