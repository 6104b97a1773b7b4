/** What makes a message that can be sent: limits of the contract, judged here to say so early. Pure. */
import { phoneAddress, webAddress } from '@kapao/chat-view/links'
import { CHAT_TEXT_MAX, type ChatButton, isUnseen, type KnownMessage } from '@kapao/contract/chat'
import { BUTTON_TITLE_MAX, BUTTONS_MAX, CARDS_MAX } from '@kapao/contract/desk'

export type MessageKind = Exclude<KnownMessage['message_type'], 'postback'>

export type MessageProblem =
  | 'no-text'
  | 'text-too-long'
  | 'no-file'
  | 'no-buttons'
  | 'no-cards'
  | 'card-title'
  | 'button-title'
  | 'button-web'
  | 'button-call'
  | 'button-payload'

export function emptyMessage(kind: MessageKind): KnownMessage {
  switch (kind) {
    case 'text':
      return { message_type: 'text', payload: { text: '' } }
    case 'media':
      return {
        message_type: 'media',
        payload: { message: '', url: false, fileType: 'image', filePath: '' },
      }
    case 'buttons':
      return { message_type: 'buttons', payload: { text: '', buttons: [emptyButton('web')] } }
    case 'quick_replies':
      return {
        message_type: 'quick_replies',
        payload: { text: '', quick_replies: [emptyButton('postback')] },
      }
    case 'generic':
      return { message_type: 'generic', payload: { elements: [emptyCard()] } }
  }
}

export function emptyButton(type: ChatButton['type']): ChatButton {
  return { title: '', type, payload: '' }
}

export function emptyCard() {
  return { image_url: '', title: '', subtitle: '', buttons: [] }
}

export const limits = { buttons: BUTTONS_MAX, cards: CARDS_MAX, title: BUTTON_TITLE_MAX }

/** The first thing that is wrong, or null. */
export function messageProblem(message: KnownMessage): MessageProblem | null {
  switch (message.message_type) {
    case 'text':
      return textProblem(message.payload.text)
    case 'media':
      return message.payload.filePath === '' ? 'no-file' : null
    case 'postback':
      return null
    case 'buttons': {
      const { text, buttons } = message.payload
      return textProblem(text) ?? (buttons.length === 0 ? 'no-buttons' : buttonsProblem(buttons))
    }
    case 'quick_replies': {
      const { text, quick_replies } = message.payload
      return textProblem(text) ?? (quick_replies.length === 0 ? 'no-buttons' : buttonsProblem(quick_replies))
    }
    case 'generic': {
      const { elements } = message.payload
      if (elements.length === 0) return 'no-cards'
      if (elements.some(({ title }) => isUnseen(title))) return 'card-title'
      return buttonsProblem(elements.flatMap(({ buttons }) => buttons))
    }
  }
}

function textProblem(text: string): MessageProblem | null {
  if (isUnseen(text)) return 'no-text'
  return text.length > CHAT_TEXT_MAX ? 'text-too-long' : null
}

function buttonsProblem(buttons: readonly ChatButton[]): MessageProblem | null {
  for (const { title, type, payload } of buttons) {
    if (isUnseen(title) || title.length > BUTTON_TITLE_MAX) return 'button-title'
    if (type === 'web' && webAddress(payload) === null) return 'button-web'
    if (type === 'call' && phoneAddress(payload) === null) return 'button-call'
    if (type === 'postback' && payload.trim() === '') return 'button-payload'
  }
  return null
}

/** A quick reply answers with its own words. */
export function asQuickReply(title: string): ChatButton {
  return { title, type: 'postback', payload: title }
}
