// Codes and passwords that are made here come from the generator of cryptography, and from nowhere else.
import * as crypto from 'node:crypto'
import { sendOtp } from '@kapao/contract/account'
import { expect, it, vi } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { randomGroups } from '../staff/random-groups.ts'

vi.mock(import('node:crypto'), { spy: true })
const randomInt: { mock: { calls: unknown[][]; results: { value: unknown }[] }; mockClear(): void } =
  vi.mocked(crypto.randomInt)

let server: TestServer
onTestServer(async (started) => {
  server = started
})

it('a one-time code is a number below a million, all equally likely', async () => {
  const phone = server.newPhone()
  randomInt.mockClear()
  await server.give(sendOtp, { body: { phoneNumber: phone } })
  expect(randomInt.mock.calls).toEqual([[1_000_000]])
  expect(Number(server.lastOtp(phone))).toBe(randomInt.mock.results[0]?.value)
})

it('each letter of a password or a recovery code is one of 31, all equally likely', () => {
  randomInt.mockClear()
  const groups = randomGroups(4)
  expect(groups).toMatch(/^(\w{5}-){3}\w{5}$/)
  expect(randomInt.mock.calls).toEqual(Array.from({ length: 20 }, () => [31]))
})
