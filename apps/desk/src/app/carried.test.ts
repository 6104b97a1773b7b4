import type { KnownMessage } from '@kapao/contract/chat'
import type { CannedReply } from '@kapao/contract/desk-tools'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftOf } from '../features/canned/canned-draft.ts'
import { forgetCannedDrafts, keptOvertaken, readKept, writeKept } from '../features/canned/kept-drafts.ts'
import { carryOver } from '../lib/carry-over.ts'
import { forgetDrafts, readDraft, readTemplate, writeDraft, writeTemplate } from '../lib/drafts.ts'
import { perSession, sessionKeys } from '../lib/storage.ts'
import { openCarried } from './carried.ts'

const reply: CannedReply = {
  cannedId: 'one',
  kind: 'reply',
  title: 'Hello',
  shortcut: 'hello',
  language: 'en',
  message: { message_type: 'text', payload: { text: 'Hello {name}' } },
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const latest = { ...reply, updatedAt: '2026-01-02T00:00:00.000Z' }

const buttons: KnownMessage = { message_type: 'buttons', payload: { text: 'Choose', buttons: [] } }

let page = new EventTarget()

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})

afterEach(() => {
  vi.unstubAllGlobals()
  perSession.remove(sessionKeys.carried)
  forgetPage()
})

/** The next page begins with nothing. */
function forgetPage(): void {
  forgetDrafts()
  forgetCannedDrafts()
}

const goes = () => page.dispatchEvent(new Event('pagehide'))
const lies = () => perSession.get(sessionKeys.carried)

function writeSome(): void {
  writeDraft('message', 'first', 'To the customer')
  writeDraft('message', 'second', 'To another')
  writeDraft('note', 'first', 'To colleagues')
  writeTemplate('first', buttons)
  writeKept(null, draftOf(null), { title: 'Half a thought' })
  writeKept(reply, draftOf(reply), { title: 'Good morning' })
  keptOvertaken(latest)
}

/** All of it by the agent `ann`, over a reload that the page does by itself. */
function carrySome(): void {
  const leave = openCarried('ann')
  writeSome()
  carryOver()
  goes()
  leave()
  forgetPage()
}

test('what is being written is there again after the page was loaded anew by itself', () => {
  carrySome()
  openCarried('ann')
  expect(readDraft('message', 'first')).toBe('To the customer')
  expect(readDraft('message', 'second')).toBe('To another')
  expect(readDraft('note', 'first')).toBe('To colleagues')
  expect(readTemplate('first')).toEqual(buttons)
  expect(readKept(null)).toMatchObject({
    draft: { ...draftOf(null), title: 'Half a thought' },
    basedOn: null,
    isOvertaken: false,
  })
  expect(readKept(reply)).toMatchObject({
    draft: { ...draftOf(reply), title: 'Good morning' },
    basedOn: latest.updatedAt,
    isOvertaken: true,
  })
  expect(lies()).toBeNull()
})

test('another agent finds nothing of it, and nor does who wrote it after them', () => {
  carrySome()
  openCarried('bob')()
  expect(lies()).toBeNull()
  openCarried('ann')
  expect(readDraft('message', 'first')).toBe('')
  expect(readKept(null)).toBeNull()
})

test('a reload by hand takes nothing along', () => {
  openCarried('ann')
  writeSome()
  goes()
  expect(lies()).toBeNull()
})

test('an agent who stayed on the page and has left the desk leaves nothing behind', () => {
  const leave = openCarried('ann')
  writeSome()
  carryOver()
  expect(lies()).toBeNull()
  leave()
  goes()
  expect(lies()).toBeNull()
})

test('what is odd of it is dropped, and takes nothing of the rest with it', () => {
  carrySome()
  const { canned, ...rest } = JSON.parse(lies() ?? '')
  const [fresh, other] = canned
  const odd = { ...other, draft: { ...other.draft, message: { message_type: 'poem', payload: {} } } }
  const messages = [['first', 7], ...rest.messages.slice(1)]
  perSession.set(
    sessionKeys.carried,
    JSON.stringify({ ...rest, messages, canned: [fresh, odd, { key: 'two' }] }),
  )
  openCarried('ann')
  expect(readDraft('message', 'first')).toBe('')
  expect(readDraft('message', 'second')).toBe('To another')
  expect(readKept(null)?.draft.title).toBe('Half a thought')
  expect(readKept(reply)).toBeNull()
})

test.each(['', '{', 'null', '{"staffId":"ann"}'])('what cannot be read is dropped: %s', (text) => {
  perSession.set(sessionKeys.carried, text)
  openCarried('ann')
  expect(lies()).toBeNull()
  expect(readDraft('message', 'first')).toBe('')
})
