import type { Delivery } from '@kapao/chat-view/delivery'
import { beforeEach, expect, test } from 'vitest'
import { outboxKey } from '../../lib/chat-door.ts'
import { perSession } from '../../lib/storage.ts'
import {
  hasLostFile,
  saveDraft,
  savedDraft,
  savedOutbox,
  saveOutbox,
  savePicking,
  wasPicking,
} from './saved.ts'
import type { Own } from './timeline.ts'

function own(clientId: string, delivery: Delivery): Own {
  const message = { message_type: 'text', payload: { text: clientId } } as const
  return { clientId, message, writtenAt: '2026-11-20T17:00:00.000Z', afterMs: 5, delivery }
}

const refused: Delivery = {
  at: 'failed',
  why: { kind: 'refused', message: 'REQUEST_LIMIT', requestId: 'r1' },
  hasFile: false,
  againAtMs: 1_000,
}

beforeEach(() => perSession.remove(outboxKey(false)))

test('what waits for the line waits for it after a reload, too, in the order in which it was written', () => {
  const all = [own('a', { at: 'queued' }), own('b', { at: 'sending' })]
  saveOutbox(false, all)
  expect(savedOutbox(false)).toEqual(all.map((one) => ({ ...one, delivery: { at: 'queued' } })))
})

test('what the server refused is still refused after a reload, and not sent by itself', () => {
  saveOutbox(false, [own('a', refused), own('b', { at: 'queued' })])
  expect(savedOutbox(false).map(({ delivery }) => delivery)).toEqual([
    { at: 'failed', why: { kind: 'refused', message: 'REQUEST_LIMIT' }, hasFile: false, againAtMs: 1_000 },
    { at: 'queued' },
  ])
})

test('what the customer has seen fail waits for their word after a reload, too', () => {
  const failed: Delivery[] = [
    { at: 'failed', why: { kind: 'timed-out' }, hasFile: false },
    { at: 'failed', why: { kind: 'not-understood', status: 500, came: 'a-page' }, hasFile: false },
  ]
  saveOutbox(
    false,
    failed.map((delivery, place) => own(`m${place}`, delivery)),
  )
  expect(savedOutbox(false).map(({ delivery }) => delivery)).toMatchObject([
    { at: 'failed', why: { kind: 'timed-out' } },
    { at: 'failed', why: { kind: 'not-understood' } },
  ])
})

test.each<[string, Delivery]>([
  ['failed', { at: 'failed', why: { kind: 'no-network' }, hasFile: true }],
  ['was on its way', { at: 'uploading_file', part: 0.5 }],
])('of a file that %s the next page knows that it is lost, once, and nothing else', (_how, delivery) => {
  const text = own('a', { at: 'queued' })
  const all = [text, own('b', delivery)]
  saveOutbox(false, all)
  // On the page that has it, nothing is lost.
  expect(hasLostFile(false, all)).toBe(false)
  expect(savedOutbox(false)).toEqual([text])
  expect(hasLostFile(false, [text])).toBe(true)
  saveOutbox(false, [text])
  expect(hasLostFile(false, [text])).toBe(false)
})

test('what has arrived is not kept', () => {
  saveOutbox(false, [own('a', { at: 'succeed', timestamp: '2026-11-20T17:00:01.000Z' })])
  expect(perSession.get(outboxKey(false))).toBeNull()
})

test('what the release before has kept is read', () => {
  const kept = own('a', { at: 'failed', why: { kind: 'refused', message: 'BAD_REQUEST' }, hasFile: false })
  perSession.set(outboxKey(false), JSON.stringify([kept]))
  expect(savedOutbox(false)).toEqual([{ ...kept, delivery: { at: 'queued' } }])
})

test('what a guest is writing is not what a member is writing, and nothing is left of an empty field', () => {
  saveDraft(false, 'of the guest')
  saveDraft(true, 'of the member')
  expect([savedDraft(false), savedDraft(true)]).toEqual(['of the guest', 'of the member'])
  saveDraft(true, '')
  expect([savedDraft(false), savedDraft(true)]).toEqual(['of the guest', ''])
})

test('a picker was open under whoever opened it, and is no word about what was being written', () => {
  saveDraft(false, 'of the guest')
  expect(wasPicking(false)).toBe(false)
  savePicking(false, true)
  expect([wasPicking(false), wasPicking(true)]).toEqual([true, false])
  savePicking(false, false)
  expect(wasPicking(false)).toBe(false)
})
