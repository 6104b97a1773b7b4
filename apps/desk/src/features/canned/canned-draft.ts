/** A canned reply as it is being written, and what makes it one that can be kept. Pure. */
import { type KnownMessage, readMessage } from '@kapao/contract/chat'
import { type CannedReply, SHORTCUT_SHAPE } from '@kapao/contract/desk-tools'
import { emptyMessage } from '../../ui/message/message-rules.ts'

export interface CannedDraft {
  readonly title: string
  readonly shortcut: string
  readonly language: CannedReply['language']
  readonly message: KnownMessage
}

export function draftOf(canned: CannedReply | null): CannedDraft {
  return {
    title: canned?.title ?? '',
    shortcut: canned?.shortcut ?? '',
    language: canned?.language ?? '',
    message: (canned && readMessage(canned.message)) ?? emptyMessage('text'),
  }
}

/** Texts and media are replies, sent as they are; what has buttons is a template, seen before it goes out. */
export function kindOf({ message_type }: KnownMessage): CannedReply['kind'] {
  return message_type === 'text' || message_type === 'media' ? 'reply' : 'template'
}

export function isTitled({ title }: CannedDraft): boolean {
  return title.trim() !== ''
}

export function isShaped({ shortcut }: CannedDraft): boolean {
  return shortcut === '' || SHORTCUT_SHAPE.test(shortcut)
}
