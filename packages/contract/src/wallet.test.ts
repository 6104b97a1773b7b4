import * as v from 'valibot'
import { expect, it } from 'vitest'
import { getGameAccount } from './wallet.ts'

const eventOf = (fields: unknown) => {
  const account = { username: 'u', password: 'p', event: { action: 'https://game.example/login', fields } }
  return v.parse(getGameAccount.answer, account).event
}

it('a form is posted with the text of what is no text, and without what is null', () => {
  const fields = { user: 'mali', agent: 7, remember: false, token: null, empty: '' }
  expect(eventOf(fields)?.fields).toEqual({ user: 'mali', agent: '7', remember: 'false', empty: '' })
  for (const none of [{}, null]) expect(eventOf(none)?.fields).toEqual({})
})

it('what no form can hold is no form', () => {
  for (const fields of [{ user: { name: 'mali' } }, 'user=mali', 7, true, undefined])
    expect(eventOf(fields)).toBeNull()
})
