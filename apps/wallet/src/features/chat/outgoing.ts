/** What the customer sends: files go up side by side, messages go out one after the other, in the order they were written. */

import { randomUuid } from '@kapao/browser/random-uuid'
import { type Delivery, firstOfFile, firstOfMessage } from '@kapao/chat-view/delivery'
import { sendMessage, uploadChatImage, uploadChatVideo } from '@kapao/contract/chat'
import { type Failure, send } from '../../lib/http.ts'
import { upload } from '../../lib/upload.ts'
import { type CheckedFile, checkFile, measure, type Size } from './chat-file.ts'
import type { ConversationEvent } from './conversation.ts'
import type { Customer } from './customer.ts'
import type { Message } from './saved.ts'
import { lastSessionOf, newestMs, type Own, type Timeline } from './timeline.ts'

/** A file as long as the page lives: what is shown of it, and what is sent again after a failure. */
export interface LocalFile {
  readonly file: File
  readonly kind: 'image' | 'video'
  readonly url: string
  readonly size: Size | null
}

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
  readonly files = new Map<string, LocalFile>()
  readonly #around: Around
  readonly #uploads = new Map<string, AbortController>()
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
  async attach(file: File): Promise<Exclude<CheckedFile, { kind: unknown }> | null> {
    const checked = checkFile(file)
    if ('problem' in checked) return checked
    const url = URL.createObjectURL(file)
    // First of all, so that its place is held from the beginning.
    const size = await measure(checked.kind, url)
    const clientId = randomUuid()
    this.files.set(clientId, { file, kind: checked.kind, url, size })
    this.#begin(clientId, mediaMessage(checked.kind, '', size), firstOfFile)
    void this.#upload(clientId)
    return null
  }

  resend(clientId: string): void {
    const own = this.#find(clientId)
    if (own?.delivery.at !== 'failed') return
    const { hasFile } = own.delivery
    this.#deliver(clientId, { type: 'send' })
    if (hasFile) void this.#upload(clientId)
    else void this.pump()
  }

  /** Also while it goes up: then it is cancelled. What has arrived cannot be taken back. */
  remove(clientId: string): void {
    this.#uploads.get(clientId)?.abort()
    this.#forgetFile(clientId)
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
    for (let next = this.#nextToSend(); next; next = this.#nextToSend()) await this.#send(next)
    this.#isSending = false
  }

  stop(): void {
    this.#isStopped = true
    for (const controller of this.#uploads.values()) controller.abort()
    for (const clientId of [...this.files.keys()]) this.#forgetFile(clientId)
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
    return this.#around.timeline().own.find(({ delivery }) => delivery.at === 'sending')
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
      this.#deliver(clientId, { type: 'failed', why: result.failure })
    }
  }

  /** What holds back one holds back all behind it: they keep their order. */
  #noLine(): void {
    for (const { clientId, delivery } of this.#around.timeline().own) {
      if (delivery.at === 'sending') this.#deliver(clientId, { type: 'no-line' })
    }
    this.#around.noLine()
  }

  async #upload(clientId: string): Promise<void> {
    const local = this.files.get(clientId)
    if (!local) return
    const leaving = new AbortController()
    this.#uploads.set(clientId, leaving)
    const result = await upload(local.kind === 'image' ? uploadChatImage : uploadChatVideo, {
      file: local.file,
      signal: leaving.signal,
      onProgress: (part) => this.#deliver(clientId, { type: 'sent-part', part }),
    }).catch((): null => null)
    this.#uploads.delete(clientId)
    // Cancelled: it is gone from the conversation already.
    if (result === null) return
    if (result.ok) {
      const message = mediaMessage(local.kind, result.answer.path, local.size)
      this.#around.dispatch({ type: 'uploaded', clientId, message })
      void this.pump()
    } else if (result.failure.kind === 'no-network') {
      this.#deliver(clientId, { type: 'no-line' })
    } else {
      this.#deliver(clientId, { type: 'failed', why: result.failure })
    }
  }

  #forgetFile(clientId: string): void {
    const local = this.files.get(clientId)
    if (local) URL.revokeObjectURL(local.url)
    this.files.delete(clientId)
  }
}

/** A server that is being started again answers as if it were overloaded. */
function isNoLine(failure: Failure): boolean {
  if (failure.kind === 'not-understood') return failure.status >= 502 && failure.status <= 504
  return failure.kind === 'no-network'
}

function mediaMessage(kind: 'image' | 'video', path: string, size: Size | null): Message {
  const url = /^https?:\/\//i.test(path)
  const payload = { message: '', url, fileType: kind, filePath: path, ...size }
  return { message_type: 'media', payload }
}
