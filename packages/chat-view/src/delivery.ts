/**
 * How far an own message is: one union, one pure transition (spec §4: uploading_file, sending, failed, succeed). `queued` is ours: it
 * waits for the line and goes out by itself when that is back.
 */
import type { Failure } from '@kapao/browser/http'

export type Delivery =
  | { readonly at: 'queued' }
  /** `part` from 0 to 1; at 1 everything has left and the answer is waited for. */
  | { readonly at: 'uploading_file'; readonly part: number }
  | { readonly at: 'sending' }
  /** `hasFile`: what failed is the file on its way up, so that sending again begins there. `againAtMs`: before that it will fail again. */
  | {
      readonly at: 'failed'
      readonly why: Failure
      readonly hasFile: boolean
      readonly againAtMs?: number | undefined
    }
  | { readonly at: 'succeed'; readonly timestamp: string }

export type DeliveryEvent =
  | { readonly type: 'sent-part'; readonly part: number }
  | { readonly type: 'uploaded' }
  /** No answer came from the line: it may have arrived or not. */
  | { readonly type: 'no-line' }
  | { readonly type: 'failed'; readonly why: Failure; readonly againAtMs?: number | undefined }
  | { readonly type: 'answered'; readonly timestamp: string }
  /** The line is back, or the customer says so. */
  | { readonly type: 'send' }

/** A text, a postback, or a file that is uploaded already. */
export const firstOfMessage: Delivery = { at: 'sending' }
export const firstOfFile: Delivery = { at: 'uploading_file', part: 0 }

/** Whether the same can be sent once more: a file that was looked at and not taken never will be, nor one too large for what is on the way. */
export function maySendAgain({ why, hasFile }: Extract<Delivery, { at: 'failed' }>): boolean {
  if (!hasFile) return true
  if (why.kind === 'not-understood') return why.status !== 413 && why.status !== 415
  return why.kind !== 'refused' || !['FILE_NOT_SUPPORTED', 'FILE_TOO_LARGE'].includes(why.message)
}

const noNetwork: Failure = { kind: 'no-network' }

export function nextDelivery(delivery: Delivery, event: DeliveryEvent): Delivery {
  switch (event.type) {
    case 'sent-part':
      return delivery.at === 'uploading_file'
        ? { at: 'uploading_file', part: Math.max(delivery.part, event.part) }
        : delivery
    case 'uploaded':
      return delivery.at === 'uploading_file' ? { at: 'sending' } : delivery
    case 'no-line':
      // What was written goes out by itself later. A file is too much to hold on to: it says that it failed.
      if (delivery.at === 'sending') return { at: 'queued' }
      return delivery.at === 'uploading_file' ? { at: 'failed', why: noNetwork, hasFile: true } : delivery
    case 'failed': {
      if (delivery.at !== 'sending' && delivery.at !== 'uploading_file') return delivery
      const { why, againAtMs } = event
      return { at: 'failed', why, hasFile: delivery.at === 'uploading_file', againAtMs }
    }
    case 'answered':
      return delivery.at === 'sending' ? { at: 'succeed', timestamp: event.timestamp } : delivery
    case 'send':
      if (delivery.at === 'queued') return { at: 'sending' }
      if (delivery.at !== 'failed') return delivery
      return delivery.hasFile ? firstOfFile : { at: 'sending' }
  }
}
