import { beforeEach, expect, test, vi } from 'vitest'
import { firstConversation, nextConversation } from './conversation.ts'
import type { Customer } from './customer.ts'
import { Outgoing } from './outgoing.ts'

const send = vi.hoisted(() => vi.fn())
vi.mock('../../lib/http.ts', () => ({ send }))

const customer: Customer = { userId: 'boun', guestId: '', name: 'Boun', username: '2012345678' }

let state = firstConversation([])
let outgoing: Outgoing
beforeEach(() => {
  send.mockReset()
  state = firstConversation([])
  outgoing = new Outgoing({
    timeline: () => state.timeline,
    isLoaded: () => true,
    dispatch: (event) => {
      state = nextConversation(state, event)
    },
    customer: async () => customer,
    noLine: () => undefined,
  })
})

const taken = { ok: true, answer: { timestamp: '2026-11-21T10:00:00.000Z' } }
const lost = { ok: false, failure: { kind: 'no-network' } }
const sent = () => send.mock.calls.map(([, { body }]) => body.message.payload.text)
const text = (words: string) => ({ message_type: 'text' as const, payload: { text: words } })
const states = () => state.timeline.own.map(({ delivery }) => delivery.at)

test('a message whose sending broke goes out with the next, before it, and the fault is not kept quiet', async () => {
  send.mockRejectedValueOnce(new Error('a fault of ours'))
  send.mockResolvedValue(taken)
  const pump = vi.spyOn(outgoing, 'pump')
  outgoing.write(text('one'))
  await expect(pump.mock.results[0]?.value).rejects.toThrow('a fault of ours')
  outgoing.write(text('two'))
  await pump.mock.results[1]?.value
  expect(sent()).toEqual(['one', 'one', 'two'])
  expect(states()).toEqual(['succeed', 'succeed'])
})

test('no message overtakes one that waits for the line', async () => {
  send.mockResolvedValueOnce(lost)
  send.mockResolvedValue(taken)
  outgoing.write(text('one'))
  await expect.poll(states).toEqual(['queued'])
  // The network is back, and nobody has noticed yet.
  outgoing.write(text('two'))
  await expect.poll(states).toEqual(['queued', 'queued'])
  outgoing.flush()
  await expect.poll(states).toEqual(['succeed', 'succeed'])
  expect(sent()).toEqual(['one', 'one', 'two'])
})

test.each([
  ['is lost on the line', { kind: 'no-network' }, 'queued'],
  ['meets a server that is being started again', { kind: 'not-understood', status: 503 }, 'queued'],
  ['meets a server without its database', { kind: 'refused', message: 'OVERLOADED' }, 'queued'],
  ['is refused', { kind: 'refused', message: 'BAD_REQUEST' }, 'failed'],
  ['meets a fault of the server', { kind: 'not-understood', status: 500 }, 'failed'],
])('a message that %s: %o, %s', async (_what, failure, at) => {
  send.mockResolvedValue({ ok: false, failure })
  outgoing.write(text('one'))
  await expect.poll(states).toEqual([at])
})
