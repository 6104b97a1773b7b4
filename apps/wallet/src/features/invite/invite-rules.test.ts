import { expect, test } from 'vitest'
import { inviteLink, sentInviteLink } from './invite-rules.ts'

test('an invite link leads to the registration with PR and the member’s id as its code', () => {
  expect(inviteLink('https://kapao.example', '1024')).toBe('https://kapao.example/register?code=PR1024')
})

test('an id of another server cannot break out of the link', () => {
  expect(new URL(inviteLink('https://kapao.example', 'a&b#c')).searchParams.get('code')).toBe('PRa&b#c')
})

test('a link that is sent asks LINE for the phone’s own browser, and its code stays what it is', () => {
  const sent = new URL(sentInviteLink(inviteLink('https://kapao.example', '1024')))
  expect(sent.searchParams.get('openExternalBrowser')).toBe('1')
  expect(sent.searchParams.get('code')).toBe('PR1024')
})
