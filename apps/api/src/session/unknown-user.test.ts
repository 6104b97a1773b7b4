import { expect, it, vi } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'
import type { PasswordWork } from './password-thread.ts'
import * as threads from './password-threads.ts'

vi.mock(import('./password-threads.ts'), { spy: true })

/** Everything of it but salt and hash, of which the lengths. */
function costOf(work: PasswordWork): string {
  return work.kind === 'verify' ? work.against.replace(/\$[^$=]{20,}/g, ({ length }) => ` ${length}`) : ''
}

it('a password of nobody is the same work as one of a member, the first after a start too', async () => {
  const work = vi.mocked(threads.onThread)
  const hash = await hashPassword('a password')
  work.mockClear()
  expect(await verifyPassword(undefined, 'a password')).toBe(false)
  expect(await verifyPassword(hash, 'another password')).toBe(false)
  expect(await verifyPassword(hash, 'a password')).toBe(true)
  const cost = '$argon2id$v=19$m=19456,t=2,p=1 23 44'
  expect(work.mock.calls.map(([asked]) => costOf(asked))).toEqual([cost, cost, cost])
})
