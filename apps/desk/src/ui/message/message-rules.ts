/** What makes a message that can be sent: the contract's rules, by which the server judges too, asked here to say so early. Pure. */
import type { ChatButton, KnownMessage } from '@kapao/contract/chat'
import { BUTTON_TITLE_MAX, BUTTONS_MAX, CARDS_MAX } from '@kapao/contract/desk'
import { messageOfDesk, NO_PHONE_NUMBER, NO_WEB_ADDRESS, UNSEEN } from '@kapao/contract/sendable'
import { type BaseIssue, safeParse } from 'valibot'

export type MessageKind = Exclude<KnownMessage['message_type'], 'postback'>

export type MessageProblem =
  | 'no-text'
  | 'text-too-long'
  | 'no-file'
  | 'no-buttons'
  | 'no-cards'
  | 'card-title'
  | 'card-subtitle'
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

/** `titleUnits` is what a field counts, up to two for a character: it cuts off nothing that can be sent. */
export const limits = { buttons: BUTTONS_MAX, cards: CARDS_MAX, titleUnits: BUTTON_TITLE_MAX * 2 }

/** The first thing that is wrong, or null. */
export function messageProblem(message: KnownMessage): MessageProblem | null {
  const parsed = safeParse(messageOfDesk, message)
  if (!parsed.success) return problemOf(parsed.issues[0])
  // Ours alone: an answer may be empty by the wire, but an agent who leaves it out has forgotten it.
  return buttonsOf(message).some(({ type, payload }) => type === 'postback' && payload.trim() === '')
    ? 'button-payload'
    : null
}

function buttonsOf(message: KnownMessage): readonly ChatButton[] {
  if (message.message_type === 'buttons') return message.payload.buttons
  if (message.message_type === 'quick_replies') return message.payload.quick_replies
  if (message.message_type === 'generic') return message.payload.elements.flatMap(({ buttons }) => buttons)
  return []
}

function problemOf({ message, path }: BaseIssue<unknown>): MessageProblem {
  if (message === NO_WEB_ADDRESS) return 'button-web'
  if (message === NO_PHONE_NUMBER) return 'button-call'
  const keys = path?.map(({ key }) => key) ?? []
  switch (keys.at(-1)) {
    case 'title':
      return keys.includes('buttons') || keys.includes('quick_replies') ? 'button-title' : 'card-title'
    case 'subtitle':
      return 'card-subtitle'
    case 'payload':
      return 'button-payload'
    case 'buttons':
    case 'quick_replies':
      return 'no-buttons'
    case 'elements':
      return 'no-cards'
    case 'filePath':
    case 'image_url':
      return 'no-file'
    default:
      return message === UNSEEN ? 'no-text' : 'text-too-long'
  }
}

/** A quick reply answers with its own words. */
export function asQuickReply(title: string): ChatButton {
  return { title, type: 'postback', payload: title }
}
