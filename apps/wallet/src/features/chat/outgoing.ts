/** What the customer sends: files go up side by side (uploads.ts), messages go out one after the other, in the order they were written. */

import { loadAside } from '@kapao/browser/chunk-recovery'
import { randomUuid } from '@kapao/browser/random-uuid'
import { type Delivery, firstOfMessage } from '@kapao/chat-view/delivery'
import { sendMessage } from '@kapao/contract/chat'
import { type Failure, send } from '../../lib/http.ts'
import type { ConversationEvent } from './conversation.ts'
import type { Customer } from './customer.ts'
import { failedBy } from './failed-delivery.ts'
import type { FileProblem } from './file-problem.tsx'
import type { Message } from './saved.ts'
import { lastSessionOf, newestMs, type Own, type Timeline } from './timeline.ts'
import type { LocalFile, Uploads } from './uploads.ts'

interface Around {
  timeline(): Timeline
  isLoaded(): boolean
  dispatch(event: ConversationEvent): void
  /** Null while that cannot be known: there is no line. */
  customer(): Promise<Customer | null>
  /** Something waits that could not go out. */
  noLine(): void
}

export class Outgoing {
  readonly #around: Around
  #uploads: Uploads | null = null
  #isSending = false
  #isStopped = false

  constructor(around: Around) {
    this.#around = around
  }

  write(message: Message): void {
    this.#begin(randomUuid(), message, firstOfMessage)
    void this.pump()
  }

  /** What is wrong with the file, or null when it is on its way. */
  async attach(file: File): Promise<FileProblem | null> {
    const uploads = await this.#loadUploads()
    return uploads ? uploads.attach(file) : { problem: 'no-line' }
  }

  /** So that no file has to wait for what takes it. */
  async prepare(): Promise<void> {
    await this.#loadUploads()
  }

  localFile(clientId: string): LocalFile | undefined {
    return this.#uploads?.files.get(clientId)
  }

  resend(clientId: string): void {
    const own = this.#find(clientId)
    if (own?.delivery.at !== 'failed') return
    const { hasFile } = own.delivery
    this.#deliver(clientId, { type: 'send' })
    if (hasFile) this.#uploads?.again(clientId)
    else void this.pump()
  }

  /** Also while it goes up: then it is cancelled. What has arrived cannot be taken back. */
  remove(clientId: string): void {
    this.#uploads?.forget(clientId)
    this.#around.dispatch({ type: 'removed', clientId })
  }

  /** The line is there again: everything that waits for it. */
  flush(): void {
    for (const { clientId, delivery } of this.#around.timeline().own) {
      if (delivery.at === 'queued') this.#deliver(clientId, { type: 'send' })
    }
    void this.pump()
  }

  async pump(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      for (let next = this.#nextToSend(); next; next = this.#nextToSend()) {
        if (next.delivery.at === 'queued') return this.#hold()
        await this.#send(next)
      }
    } finally {
      this.#isSending = false
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#uploads?.stop()
  }

  #begin(clientId: string, message: Message, delivery: Delivery): void {
    // An empty conversation that is loaded is older than anything.
    const afterMs = newestMs(this.#around.timeline()) || (this.#around.isLoaded() ? 1 : 0)
    const writtenAt = new Date().toISOString()
    this.#around.dispatch({ type: 'wrote', own: { clientId, message, writtenAt, afterMs, delivery } })
  }

  #find(clientId: string): Own | undefined {
    return this.#around.timeline().own.find((one) => one.clientId === clientId)
  }

  #nextToSend(): Own | undefined {
    // Nothing that is answered now is heard any more, and what is not answered would be sent for ever.
    if (this.#isStopped) return undefined
    return this.#around.timeline().own.find(({ delivery: { at } }) => at === 'queued' || at === 'sending')
  }

  #deliver(clientId: string, event: Extract<ConversationEvent, { type: 'delivery' }>['event']): void {
    this.#around.dispatch({ type: 'delivery', clientId, event })
  }

  async #send({ clientId, message, writtenAt }: Own): Promise<void> {
    const customer = await this.#around.customer()
    if (!customer) return this.#noLine()
    const result = await send(sendMessage, {
      body: {
        ...customer,
        clientId,
        sender: 'customer',
        message,
        createdAt: writtenAt,
        session_id: lastSessionOf(this.#around.timeline()),
        deviceToken: '',
      },
    })
    if (result.ok) {
      this.#deliver(clientId, { type: 'answered', timestamp: result.answer.timestamp })
    } else if (isNoLine(result.failure)) {
      this.#noLine()
    } else {
      this.#deliver(clientId, failedBy(result.failure))
    }
  }

  #noLine(): void {
    this.#hold()
    this.#around.noLine()
  }

  /** What holds back one holds back all behind it, also what is written later: they keep their order, and go out with `flush`. */
  #hold(): void {
    for (const { clientId, delivery } of this.#around.timeline().own) {
      if (delivery.at === 'sending') this.#deliver(clientId, { type: 'no-line' })
    }
  }

  async #loadUploads(): Promise<Uploads | null> {
    const file = this.#uploads ? null : await loadAside(() => import('./uploads.ts'))
    if (file && !this.#isStopped) {
      this.#uploads ??= new file.Uploads({
        begin: (...own) => this.#begin(...own),
        deliver: (...event) => this.#deliver(...event),
        uploaded: (clientId, message) => {
          this.#around.dispatch({ type: 'uploaded', clientId, message })
          void this.pump()
        },
      })
    }
    return this.#uploads
  }
}

/** A server that is being started again answers as if it were overloaded, and so does one whose database is: nothing was begun. */
function isNoLine(failure: Failure): boolean {
  if (failure.kind === 'refused') return failure.message === 'OVERLOADED'
  if (failure.kind === 'not-understood') return failure.status >= 502 && failure.status <= 504
  return failure.kind === 'no-network'
}
