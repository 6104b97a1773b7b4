import { expect, test } from 'vitest'
import { type Delivery, type DeliveryEvent, maySendAgain, nextDelivery } from './delivery.ts'

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

test.each([
  ['no answer', { kind: 'no-network' }, true],
  ['a limit', { kind: 'refused', message: 'REQUEST_LIMIT_1MIN' }, true],
  ['a server that is away', { kind: 'not-understood', status: 502, came: 'a-page' }, true],
  ['a file of a kind that nobody takes', { kind: 'refused', message: 'FILE_NOT_SUPPORTED' }, false],
  ['too many pixels', { kind: 'refused', message: 'FILE_TOO_LARGE' }, false],
  ['a proxy that takes less', { kind: 'not-understood', status: 413, came: 'a-page' }, false],
  ['a proxy that takes no such files', { kind: 'not-understood', status: 415, came: 'a-page' }, false],
] as const)('after %s a file may be sent again or not', (_why, failure, may) => {
  expect(maySendAgain({ at: 'failed', why: failure, hasFile: true })).toBe(may)
  // It has been taken: what failed is the message about it.
  expect(maySendAgain({ at: 'failed', why: failure, hasFile: false })).toBe(true)
})
