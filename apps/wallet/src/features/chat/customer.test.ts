import { expect, test } from 'vitest'
import { type Customer, isFor, withoutOwnName } from './customer.ts'
import { readConversation } from './history-call.ts'

const member: Customer = { userId: 'boun', guestId: '', name: 'Boun', username: '2012345678' }
const guest: Customer = { userId: '', guestId: 'g-1', name: '', username: '' }
const said = (sender: string, more: object) =>
  readConversation(
    { sender, message: { message_type: 'text', payload: { text: 'Hello' } }, ...more },
    '2026-11-21T10:00:00.000Z',
  )

test.each([
  ['a member', member, ''],
  ['a guest', guest, ''],
  ['a guest', guest, 'g-1'],
])('%s hears what somebody at the desk says under an id of their own', (_who, customer, guestId) => {
  expect(isFor(customer, said('agent', { userId: 'staff-7', guestId }))).toBe(true)
})

test('what another customer wrote is heard by nobody else, nor what was said to another guest of this phone', () => {
  for (const customer of [member, guest]) {
    expect(isFor(customer, said('customer', { userId: 'anna' }))).toBe(false)
  }
  for (const sender of ['customer', 'agent']) {
    expect(isFor(guest, said(sender, { guestId: 'g-0' }))).toBe(false)
    expect(isFor(guest, said(sender, { guestId: 'g-1' }))).toBe(true)
    expect(isFor(member, said(sender, { userId: 'boun' }))).toBe(true)
  }
})

test.each(['Boun', '2012345678'])(
  'what somebody at the desk says never stands under the name %s of who asked',
  (name) => {
    expect(withoutOwnName(member, said('agent', { name })).name).toBe('')
    expect(withoutOwnName(member, said('customer', { name })).name).toBe(name)
    expect(withoutOwnName(member, said('agent', { name: 'Noi' })).name).toBe('Noi')
  },
)
