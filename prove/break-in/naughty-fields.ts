// The places where somebody's text is kept and given back, on both sides of the chat and in the profile.
import { at, listAt } from '../bank-test/wire.ts'

export interface Reply {
  readonly status: number
  readonly json: unknown
}

type Asks = (method: string, path: string, body?: unknown, headers?: object) => Promise<Reply>

export interface Caller {
  readonly anyone: Asks
  readonly member: Asks
  readonly staff: Asks
}

export interface KeptField {
  readonly name: string
  /** Sends the text. */
  write(text: string): Promise<Reply>
  /** What is given back after it was taken. */
  read(): Promise<unknown>
  /** As the server keeps it, where that is not as it was written. */
  readonly kept?: (text: string) => string
}

/** No white space at the ends, and no more than one space between words. */
const asName = (text: string) => text.trim().replace(/\s+/g, ' ')
const trimmed = (text: string) => text.trim()

export interface Room {
  readonly userId: string
  readonly conversationId: string
  readonly cannedId: string
}

const TEXT = { message_type: 'text', payload: { text: 'x' } }
const CANNED = { kind: 'reply', title: 'Naughty', shortcut: '', language: '', message: TEXT }

function profileFields(call: Caller): KeptField[] {
  const bank = { bankCode: 'KTB', bankAccountName: 'MALI JAIDEE', bankAccountNo: '5123456789' }
  const profile = async () => (await call.member('GET', '/account/profile')).json
  return [
    {
      name: "a member's name",
      kept: asName,
      write: (name) => call.member('PUT', '/account/profile', { name, ...bank }),
      read: async () => at(await profile(), 'profile', 'name'),
    },
    {
      name: "a bank account's name",
      // As banks write them.
      kept: (text) => asName(text).toUpperCase(),
      write: (bankAccountName) =>
        call.member('PUT', '/account/bankAccountName', { bankCode: 'KTB', bankAccountName }),
      read: async () => at(await profile(), 'bankAccount', 'bankAccountName'),
    },
  ]
}

function chatFields(call: Caller, { userId, conversationId }: Room): KeptField[] {
  const fromCustomer = (message: unknown) =>
    call.member('POST', '/chat/send-message', { userId, guestId: '', sender: 'customer', message })
  const fromDesk = (message_type: string, payload: unknown) =>
    call.staff('POST', `/desk/conversations/${conversationId}/messages`, {
      clientId: crypto.randomUUID(),
      message: { message_type, payload },
    })
  const newest = async () => {
    const { json } = await call.member('POST', '/chat/history', { userId, guestId: '', limit: 1, skip: 0 })
    return at(json, 'history', 0, 'message', 'payload')
  }
  const button = (title: string) => ({ title, type: 'postback', payload: title })
  return [
    {
      name: 'a message of a customer',
      write: (text) => fromCustomer({ message_type: 'text', payload: { text } }),
      read: async () => at(await newest(), 'text'),
    },
    {
      name: 'what a customer presses',
      write: (title) => fromCustomer({ message_type: 'postback', payload: { title, payload: title } }),
      read: async () => at(await newest(), 'title'),
    },
    {
      name: 'a message of the desk',
      write: (text) => fromDesk('text', { text }),
      read: async () => at(await newest(), 'text'),
    },
    {
      name: 'a button of the desk',
      write: (title) => fromDesk('buttons', { text: 'x', buttons: [button(title)] }),
      read: async () => at(await newest(), 'buttons', 0, 'title'),
    },
    {
      name: 'a quick reply of the desk',
      write: (title) => fromDesk('quick_replies', { text: 'x', quick_replies: [button(title)] }),
      read: async () => at(await newest(), 'quick_replies', 0, 'payload'),
    },
    {
      name: 'a card of the desk',
      write: (title) => fromDesk('generic', { elements: [{ title, subtitle: title }] }),
      read: async () => at(await newest(), 'elements', 0, 'subtitle'),
    },
  ]
}

function deskFields(call: Caller, { conversationId, cannedId }: Room): KeptField[] {
  const notes = `/desk/conversations/${conversationId}/notes`
  const change = (changes: object) => call.staff('PUT', `/desk/canned/${cannedId}`, { ...CANNED, ...changes })
  const canned = async () =>
    listAt((await call.staff('GET', '/desk/canned')).json, 'canned').find(
      (one) => at(one, 'cannedId') === cannedId,
    )
  return [
    {
      name: 'a note',
      kept: trimmed,
      write: (text) => call.staff('POST', notes, { text }),
      read: async () => at((await call.staff('GET', notes)).json, 'notes', 0, 'text'),
    },
    {
      name: 'the title of a canned reply',
      kept: trimmed,
      write: (title) => change({ title }),
      read: async () => at(await canned(), 'title'),
    },
    {
      name: 'the shortcut of a canned reply',
      // What is typed before it to find it is no part of it.
      kept: (text) => trimmed(text).replace(/^\//, ''),
      write: (shortcut) => change({ shortcut }),
      read: async () => at(await canned(), 'shortcut'),
    },
    {
      name: 'the text of a canned reply',
      write: (text) => change({ message: { message_type: 'text', payload: { text } } }),
      read: async () => at(await canned(), 'message', 'payload', 'text'),
    },
  ]
}

/** A member's conversation with the desk, and a canned reply. */
export async function openRoom(call: Caller, phone: string): Promise<Room> {
  const userId = String(at((await call.member('GET', '/account/profile')).json, 'profile', '_id'))
  const said = { userId, guestId: '', sender: 'customer', message: TEXT }
  await call.member('POST', '/chat/send-message', said)
  const inbox = await call.staff('POST', '/desk/inbox', { filter: 'all', page: 1, limit: 50, search: phone })
  const conversationId = String(at(inbox.json, 'conversations', 0, 'conversationId'))
  const made = await call.staff('POST', '/desk/canned', CANNED)
  return { userId, conversationId, cannedId: String(at(made.json, 'canned', 'cannedId')) }
}

export const keptFields = (call: Caller, room: Room): readonly KeptField[] => [
  ...profileFields(call),
  ...chatFields(call, room),
  ...deskFields(call, room),
]
