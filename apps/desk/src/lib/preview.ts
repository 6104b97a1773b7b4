/** A message in one line, for the inbox. */
import { type KnownMessage, readMessage } from '@kapao/contract/chat'
import type { Text } from './i18n.ts'

export function previewOf(t: Text, received: Parameters<typeof readMessage>[0]): string {
  const message: KnownMessage | null = readMessage(received)
  if (message === null) return t('app.unsupported')
  switch (message.message_type) {
    case 'text':
    case 'buttons':
    case 'quick_replies':
      return message.payload.text
    case 'postback':
      return message.payload.title
    case 'media':
      return message.payload.message.trim() || t(`app.media-${message.payload.fileType}`)
    case 'generic':
      return message.payload.elements[0]?.title ?? t('app.unsupported')
  }
}
