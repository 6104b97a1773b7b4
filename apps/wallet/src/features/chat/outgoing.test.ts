import { expect, test, vi } from 'vitest'
import { firstConversation, nextConversation } from './conversation.ts'
import type { Customer } from './customer.ts'
import { Outgoing } from './outgoing.ts'

const send = vi.hoisted(() => vi.fn())
vi.mock('../../lib/http.ts', () => ({ send }))

const customer: Customer = { userId: 'boun', guestId: '', name: 'Boun', username: '2012345678' }

test('a message whose sending broke goes out with the next, before it, and the fault is not kept quiet', async () => {
  let state = firstConversation([])
  const outgoing = new Outgoing({
    timeline: () => state.timeline,
    isLoaded: () => true,
    dispatch: (event) => {
      state = nextConversation(state, event)
    },
    customer: async () => customer,
    noLine: () => undefined,
  })
  const sent = () => send.mock.calls.map(([, { body }]) => body.message.payload.text)
  const text = (words: string) => ({ message_type: 'text' as const, payload: { text: words } })
  send.mockRejectedValueOnce(new Error('a fault of ours'))
  send.mockResolvedValue({ ok: true, answer: { timestamp: '2026-11-21T10:00:00.000Z' } })
  const pump = vi.spyOn(outgoing, 'pump')
  outgoing.write(text('one'))
  await expect(pump.mock.results[0]?.value).rejects.toThrow('a fault of ours')
  outgoing.write(text('two'))
  await pump.mock.results[1]?.value
  expect(sent()).toEqual(['one', 'one', 'two'])
  expect(state.timeline.own.map(({ delivery }) => delivery.at)).toEqual(['succeed', 'succeed'])
})
