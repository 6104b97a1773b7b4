import { type KnownMessage, readMessage } from '@kapao/contract/chat'

type Media = Extract<KnownMessage, { message_type: 'media' }>['payload']['fileType']

/** What is said where a message has no words of its own. */
export type WordsFor = (what: Media | 'unsupported') => string

/** A message in a line of words: for a list of conversations, and to be read out. */
export function inWords(received: Parameters<typeof readMessage>[0], wordsFor: WordsFor): string {
  const message: KnownMessage | null = readMessage(received)
  if (message === null) return wordsFor('unsupported')
  switch (message.message_type) {
    case 'text':
    case 'buttons':
    case 'quick_replies':
      return message.payload.text
    case 'postback':
      return message.payload.title
    case 'media':
      return message.payload.message.trim() || wordsFor(message.payload.fileType)
    case 'generic':
      return message.payload.elements.map(({ title }) => title).join(', ') || wordsFor('unsupported')
  }
}
