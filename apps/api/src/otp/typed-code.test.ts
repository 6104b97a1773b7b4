// What is typed where a code belongs, and is none.
import { sendOtp, verifyOtp } from '@kapao/contract/account'
import { expect, it } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer
onTestServer((started) => {
  server = started
})

async function sent() {
  const phone = server.newPhone()
  const { otpToken } = await server.give(sendOtp, { body: { phoneNumber: phone } })
  const verify = (otpCode: unknown) => server.ask(verifyOtp, { body: { otpToken, otpCode } })
  return { code: server.lastOtp(phone), verify }
}

it('what is no six digits is a try like any other, and at the fifth the right code no longer helps', async () => {
  const { code, verify } = await sent()
  for (const typed of ['', '0000', '1234567', 'abcdef'])
    expect(await verify(typed)).toMatchObject({ status: 400, message: 'OTP_CODE_INVALID' })
  expect(await verify('123 45')).toMatchObject({ status: 429, message: 'OTP_BLOCK' })
  expect(await verify(code)).toMatchObject({ message: 'OTP_BLOCK' })
})

it('where nothing was sent, nothing was tried', async () => {
  const { code, verify } = await sent()
  for (let times = 0; times < 6; times += 1)
    expect(await verify(undefined)).toMatchObject({ message: 'OTP_CODE_INVALID' })
  expect(await verify(code)).toMatchObject({ ok: true })
})
