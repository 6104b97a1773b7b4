import { expect, test } from 'vitest'
import { type Delivery, type DeliveryEvent, nextDelivery } from './delivery.ts'

const why = { kind: 'refused', message: 'BAD_REQUEST' } as const
const states = {
  queued: { at: 'queued' },
  uploading: { at: 'uploading_file', part: 0.4 },
  sending: { at: 'sending' },
  failed: { at: 'failed', why, hasFile: false },
  fileFailed: { at: 'failed', why, hasFile: true },
  succeed: { at: 'succeed', timestamp: '2026-11-21T10:00:00.000Z' },
} as const satisfies Record<string, Delivery>
const events = {
  part: { type: 'sent-part', part: 0.6 },
  uploaded: { type: 'uploaded' },
  noLine: { type: 'no-line' },
  failed: { type: 'failed', why },
  answered: { type: 'answered', timestamp: '2026-11-21T10:00:00.000Z' },
  send: { type: 'send' },
} as const satisfies Record<string, DeliveryEvent>

const noNetwork: Delivery = { at: 'failed', why: { kind: 'no-network' }, hasFile: true }
const arrows: readonly [keyof typeof states, keyof typeof events, Delivery][] = [
  ['queued', 'send', states.sending],
  ['uploading', 'part', { at: 'uploading_file', part: 0.6 }],
  ['uploading', 'uploaded', states.sending],
  ['uploading', 'noLine', noNetwork],
  ['uploading', 'failed', states.fileFailed],
  ['sending', 'noLine', states.queued],
  ['sending', 'failed', states.failed],
  ['sending', 'answered', states.succeed],
  ['failed', 'send', states.sending],
  ['fileFailed', 'send', { at: 'uploading_file', part: 0 }],
]

test.each(arrows)('%s and %s', (state, event, next) => {
  expect(nextDelivery(states[state], events[event])).toEqual(next)
})

test('everything else changes nothing', () => {
  for (const [state, delivery] of Object.entries(states)) {
    for (const [name, event] of Object.entries(events)) {
      if (arrows.some((arrow) => arrow[0] === state && arrow[1] === name)) continue
      expect(nextDelivery(delivery, event), `${state} ${name}`).toBe(delivery)
    }
  }
})

test('the progress of an upload never goes back', () => {
  expect(nextDelivery(states.uploading, { type: 'sent-part', part: 0.2 })).toEqual(states.uploading)
})
