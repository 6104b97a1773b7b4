import { type AuditDetails, auditActions } from '@kapao/contract/desk-admin'
import { expect, test } from 'vitest'
import type { Text } from '../../lib/i18n.ts'
import { actionText, detailsText, otherText } from './audit-words.ts'

const t: Text = (key, values) => (values === undefined ? `<${key}>` : `<${key} ${JSON.stringify(values)}>`)

test.each(auditActions)('%s is told in words', (action) => {
  expect(actionText(t, action)).toBe(`<admin.action-${action}>`)
})

test.each([
  ['login-failed', '<admin.not-logged-in>'],
  ['conversation-rated', '<admin.customer>'],
  ['staff-added', '<admin.nobody>'],
  ['member-renamed', '<admin.nobody>'],
])('who did %s is %s where none of the staff did', (action, who) => {
  expect(otherText(t, action)).toBe(who)
})

const told: readonly (readonly [AuditDetails, string])[] = [
  [{ name: 'demo', role: 'agent' }, '<admin.detail-name>: demo, <admin.detail-role>: <app.role-agent>'],
  [{ role: 'admin' }, '<admin.detail-role>: <app.role-admin>'],
  [{ to: 'demo' }, '<admin.detail-to>: demo'],
  [{ to: null }, '<admin.detail-to>: <customer.nobody>'],
  [{ member: 'm1', sessions: 2 }, '<admin.detail-member>: m1, <admin.detail-sessions>: 2'],
  [
    { sessionId: 's1', asksRating: true },
    '<admin.detail-sessionId>: s1, <admin.detail-asksRating>: <admin.yes>',
  ],
  [{ asksRating: false }, '<admin.detail-asksRating>: <admin.no>'],
  [{ score: 4 }, '<admin.detail-score>: <thread.rated {"score":4}>'],
  [{ messageType: 'quick_replies' }, '<admin.detail-messageType>: <message.kind-quick_replies>'],
  [{ fileType: 'image' }, '<admin.detail-fileType>: <app.media-image>'],
  [
    { member: 'm1', deposit: '41', because: 'the slip in the chat', isAnyway: true },
    '<admin.detail-member>: m1, <admin.detail-deposit>: 41, <admin.detail-because>: the slip in the chat, <admin.detail-isAnyway>: <admin.yes>',
  ],
  [{}, ''],
]

test.each(told)('of what is written down beside an action, %j is told in words', (details, words) => {
  expect(detailsText(t, { ...details })).toBe(words)
})

test('what only a newer server knows is said to be newer, and what it holds is not lost', () => {
  expect(actionText(t, 'member-renamed')).toBe('<admin.action-newer>')
  expect(detailsText(t, { reason: 'spam', toString: 1 })).toBe(
    '<admin.detail-newer>: spam, <admin.detail-newer>: 1',
  )
  expect(detailsText(t, { role: 'owner', score: null })).toBe(
    '<admin.detail-role>: owner, <admin.detail-score>: null',
  )
})
