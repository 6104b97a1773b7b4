import type { DeskMessage } from '@kapao/contract/desk'

/** A message of the customer's, as the server gives it; its `seq` is all that it says. */
export function newMessage(seq: number, changes: Partial<DeskMessage> = {}): DeskMessage {
  return {
    _id: `m${seq}`,
    seq,
    clientId: null,
    sender: 'customer',
    message: { message_type: 'text', payload: { text: `${seq}` } },
    createdAt: '2026-11-21T03:00:00.000Z',
    session_id: 's1',
    userId: '',
    guestId: '',
    username: '',
    name: '',
    deviceToken: '',
    staff: null,
    ...changes,
  }
}
