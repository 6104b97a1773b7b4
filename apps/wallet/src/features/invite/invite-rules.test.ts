import { expect, test } from 'vitest'
import { inviteLink } from './invite-rules.ts'

test('an invite link leads to the registration with PR and the member’s id as its code', () => {
  expect(inviteLink('https://kapao.example', '1024')).toBe('https://kapao.example/register?code=PR1024')
})

test('an id of another server cannot break out of the link', () => {
  expect(new URL(inviteLink('https://kapao.example', 'a&b#c')).searchParams.get('code')).toBe('PRa&b#c')
})
