/** The customer's files on their way up, side by side. Loaded when there is a chat to put them in, and before the first is picked. */

import { measure, type Size } from '@kapao/browser/measure-medium'
import { randomUuid } from '@kapao/browser/random-uuid'
import { type Delivery, type DeliveryEvent, firstOfFile } from '@kapao/chat-view/delivery'
import { uploadChatImage, uploadChatVideo } from '@kapao/contract/chat'
import { upload } from '../../lib/upload.ts'
import { type CheckedFile, checkFile } from './chat-file.ts'
import { failedBy } from './failed-delivery.ts'
import type { Message } from './saved.ts'

/** A file as long as the page lives: what is shown of it, and what is sent again after a failure. */
export interface LocalFile {
  readonly file: File
  readonly kind: 'image' | 'video'
  readonly url: string
  readonly size: Size | null
}

interface Around {
  begin(clientId: string, message: Message, delivery: Delivery): void
  deliver(clientId: string, event: DeliveryEvent): void
  /** Now it is a message like any other. */
  uploaded(clientId: string, message: Message): void
}

export class Uploads {
  readonly files = new Map<string, LocalFile>()
  readonly #around: Around
  readonly #running = new Map<string, AbortController>()

  constructor(around: Around) {
    this.#around = around
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
    this.#around.begin(clientId, mediaMessage(checked.kind, '', size), firstOfFile)
    void this.#upload(clientId)
    return null
  }

  again(clientId: string): void {
    void this.#upload(clientId)
  }

  /** Also while it goes up: then it is cancelled. */
  forget(clientId: string): void {
    this.#running.get(clientId)?.abort()
    const local = this.files.get(clientId)
    if (local) URL.revokeObjectURL(local.url)
    this.files.delete(clientId)
  }

  stop(): void {
    for (const clientId of [...this.files.keys()]) this.forget(clientId)
  }

  async #upload(clientId: string): Promise<void> {
    const local = this.files.get(clientId)
    if (!local) return
    const leaving = new AbortController()
    this.#running.set(clientId, leaving)
    const result = await upload(local.kind === 'image' ? uploadChatImage : uploadChatVideo, {
      file: local.file,
      signal: leaving.signal,
      onProgress: (part) => this.#around.deliver(clientId, { type: 'sent-part', part }),
    }).catch((): null => null)
    this.#running.delete(clientId)
    // Cancelled: it is gone from the conversation already.
    if (result === null) return
    if (result.ok) {
      this.#around.uploaded(clientId, mediaMessage(local.kind, result.answer.path, local.size))
    } else if (result.failure.kind === 'no-network') {
      this.#around.deliver(clientId, { type: 'no-line' })
    } else {
      this.#around.deliver(clientId, failedBy(result.failure))
    }
  }
}

function mediaMessage(kind: 'image' | 'video', path: string, size: Size | null): Message {
  const url = /^https?:\/\//i.test(path)
  const payload = { message: '', url, fileType: kind, filePath: path, ...size }
  return { message_type: 'media', payload }
}
