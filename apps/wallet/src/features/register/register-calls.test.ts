import type { Result } from '@kapao/browser/http'
import { beforeEach, expect, test, vi } from 'vitest'
import { persistent, storageKeys } from '../../lib/storage.ts'
import { register, validateProfile } from './register-calls.ts'
import type { Draft } from './register-machine.ts'

const { answers, codes } = vi.hoisted(() => ({ answers: [] as Result<unknown>[], codes: [] as string[] }))
vi.mock('../../lib/http.ts', () => ({
  send: async (_call: unknown, { body }: { body: { inviteCode: string } }) => {
    codes.push(body.inviteCode)
    return answers.shift()
  },
}))

const draft: Draft = {
  phone: '0812345678',
  name: 'Somying',
  password: 'secret-123',
  repeatedPassword: 'secret-123',
  sourceCode: '',
  currency: 'THB',
  bankCode: 'KBANK',
  bankAccountNo: '1234567890',
  firstName: 'SOMYING',
  lastName: 'JAIDEE',
}
const passed: Result<unknown> = { ok: true, answer: {} }
const refused = (message: string, field?: string): Result<unknown> => ({
  ok: false,
  failure: { kind: 'refused', message, ...(field && { field }) },
})
/** What the server was sent as the invitation's code, try by try, and what is kept of it. */
const tried = () => ({ codes: [...codes], kept: persistent.get(storageKeys.inviteCode) })
const steps = [
  ['the profile', validateProfile, 'profile-accepted'],
  ['the account', register, 'registered'],
] as const

beforeEach(() => {
  persistent.set(storageKeys.inviteCode, 'FRIEND')
  codes.length = 0
})

test.each(
  steps.flatMap((step) =>
    ['no field', 'referrer', 'invite_code'].map((field) => [step[0], field, ...step] as const),
  ),
)(
  '%s that is refused about nothing on the form (%s) goes without the invitation’s code, which is then kept no longer',
  async (_what, field, _same, step, done) => {
    answers.splice(0, 9, refused('INVALID_USER_INFO', field === 'no field' ? undefined : field), passed)
    expect(await step(draft)).toEqual({ type: done })
    expect(tried()).toEqual({ codes: ['FRIEND', ''], kept: null })
  },
)

test.each(steps)(
  '%s that is refused without the code, too, is told so, and the invitation stays',
  async (_what, step) => {
    answers.splice(0, 9, refused('INVALID_USER_INFO'), refused('INVALID_USER_INFO', 'name'))
    expect(await step(draft)).toMatchObject({ type: 'failed', failure: { field: 'name' } })
    expect(tried()).toEqual({ codes: ['FRIEND', ''], kept: 'FRIEND' })
  },
)

test.each([
  refused('INVALID_USER_INFO', 'name'),
  refused('INVALID_USER_INFO', 'bankAccountNo'),
  // Told in words before the next try goes without it (register-saved.ts).
  refused('INVALID_USER_INFO', 'inviteCode'),
  refused('EXISTING_USER'),
  { ok: false, failure: { kind: 'no-network' } } as const,
])('what is known to be about something else is not tried again of itself: %o', async (result) => {
  answers.splice(0, 9, result)
  expect(await register(draft)).toMatchObject({ type: 'failed' })
  expect(tried()).toEqual({ codes: ['FRIEND'], kept: 'FRIEND' })
})

test('whoever came by no invitation is told at once', async () => {
  persistent.remove(storageKeys.inviteCode)
  answers.splice(0, 9, refused('INVALID_USER_INFO'))
  expect(await validateProfile(draft)).toMatchObject({ type: 'failed' })
  expect(codes).toEqual([''])
})
