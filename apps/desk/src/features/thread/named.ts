import type { ChatButton, KnownMessage } from '@kapao/contract/chat'
import { withName } from './slash.ts'

/** The customer's name into every text of the message: whatever they will read, and what a button says for them. Pure. */
export function named(message: KnownMessage, name: string): KnownMessage {
  const fill = (text: string) => withName(text, name)
  const fillAll = (buttons: readonly ChatButton[]) =>
    buttons.map(({ title, type, payload }) => ({
      title: fill(title),
      type,
      payload: type === 'postback' ? fill(payload) : payload,
    }))
  switch (message.message_type) {
    case 'text':
      return { ...message, payload: { text: fill(message.payload.text) } }
    case 'media':
      return { ...message, payload: { ...message.payload, message: fill(message.payload.message) } }
    case 'buttons': {
      const { text, buttons } = message.payload
      return { ...message, payload: { text: fill(text), buttons: fillAll(buttons) } }
    }
    case 'quick_replies': {
      const { text, quick_replies } = message.payload
      return { ...message, payload: { text: fill(text), quick_replies: fillAll(quick_replies) } }
    }
    case 'generic': {
      const elements = message.payload.elements.map((card) => ({
        ...card,
        title: fill(card.title),
        subtitle: fill(card.subtitle ?? ''),
        buttons: fillAll(card.buttons),
      }))
      return { ...message, payload: { elements } }
    }
    case 'postback':
      return message
  }
}
