// A body that is no body of its call is refused in the catalogue's own words, where it has some for that field.
import {
  changePassword,
  registerAccount,
  sendOtp,
  updateBankAccountName,
  updateProfile,
  validateAccount,
  verifyOtp,
} from '@kapao/contract/account'
import type { Call } from '@kapao/contract/call'
import { chatHistory, sendMessage } from '@kapao/contract/chat'
import { login } from '@kapao/contract/login'
import { cancelQr, createQr } from '@kapao/contract/qrcode'
import { claimCoupon } from '@kapao/contract/spinwheel'
import { listStatements } from '@kapao/contract/statement'
import { redeemTruelink } from '@kapao/contract/truelink'
import { announceDeposit, transfer, transferAll, withdraw } from '@kapao/contract/wallet'
import { beforeEach, expect, it } from 'vitest'
import { everyCall, plausible, sendRaw } from '../../test/calls.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
onTestServer(async (started) => {
  server = started
  member = await server.member()
})
beforeEach(() => server.database.query('delete from rate_window'))

const send = (call: Call, body: object) =>
  sendRaw(server, call, { payload: JSON.stringify(body), token: member.token })

const misfits: readonly (readonly [string, unknown])[] = [
  ['missing', undefined],
  ['null', null],
  ['a number', -7],
  ['a list', ['x']],
  ['an object', {}],
  ['longer than any text', 'x'.repeat(5_000)],
  ['half a letter', 'A\ud800'],
]

const PERSONAL = ['name', 'username', 'password', 'sourceCode', 'inviteCode', 'currency']
const OF_BANK = ['bankCode', 'bankAccountName', 'bankAccountNo']
const each = (call: Call, fields: readonly string[], code: string) =>
  fields.map((field) => [call.path, field, code, call] as const)

it.each([
  ...each(sendOtp, ['phoneNumber'], 'PHONE_NUMBER_REQUIRE_10_DIGIT'),
  ...each(verifyOtp, ['otpToken'], 'OTP_TOKEN_INVALID'),
  ...each(verifyOtp, ['otpCode'], 'OTP_CODE_INVALID'),
  ...each(validateAccount, PERSONAL, 'INVALID_USER_INFO'),
  ...each(validateAccount, OF_BANK, 'INVALID_BANK'),
  ...each(registerAccount, PERSONAL, 'INVALID_USER_INFO'),
  ...each(registerAccount, OF_BANK, 'INVALID_BANK'),
  ...each(updateProfile, ['name'], 'INVALID_USER_INFO'),
  ...each(updateProfile, OF_BANK, 'INVALID_BANK'),
  ...each(updateBankAccountName, ['bankCode', 'bankAccountName'], 'INVALID_BANK'),
  ...each(changePassword, ['oldPassword', 'newPassword'], 'INVALID_USER_INFO'),
  ...each(announceDeposit, ['amount'], 'TRANSFER_MINIMUM'),
  ...each(withdraw, ['amount'], 'TRANSFER_MINIMUM'),
  ...each(transfer, ['amount'], 'TRANSFER_MINIMUM'),
  ...each(transfer, ['from', 'to'], 'NO_GAME'),
  ...each(transferAll, ['to'], 'NO_GAME'),
  ...each(createQr, ['amount'], 'TRANSFER_MINIMUM'),
  ...each(cancelQr, ['qrcodeId'], 'NO_DATA'),
  ...each(redeemTruelink, ['link'], 'TRUELINK_INVALID'),
])('%s says of its field %s that does not fit: %s', async (_path, field, code, call) => {
  for (const [what, value] of misfits) {
    const { message, json } = await send(call, { ...plausible, [field]: value })
    // What need not be there is nobody's mistake, and null is as if it were not.
    const isLeftOut = (value === undefined || value === null) && mayBeLeftOut(call, field)
    if (isLeftOut) expect(json, what).not.toMatchObject({ field })
    else expect({ what, message, json }).toMatchObject({ what, message: code, json: { field } })
  }
})

function mayBeLeftOut(call: Call, field: string): boolean {
  const isOptional = ['sourceCode', 'inviteCode', 'currency'].includes(field)
  return isOptional || (call === validateAccount && OF_BANK.includes(field))
}

const ofNothing: readonly (readonly [Call, string])[] = [
  [sendOtp, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  [verifyOtp, 'OTP_TOKEN_INVALID'],
  [validateAccount, 'INVALID_USER_INFO'],
  [registerAccount, 'INVALID_USER_INFO'],
  [updateProfile, 'INVALID_USER_INFO'],
  [updateBankAccountName, 'INVALID_BANK'],
  [changePassword, 'INVALID_USER_INFO'],
  [login, 'WRONG_CREDENTIAL'],
  [transfer, 'NO_GAME'],
  [withdraw, 'TRANSFER_MINIMUM'],
  [cancelQr, 'NO_DATA'],
  [redeemTruelink, 'TRUELINK_INVALID'],
  // No code of the catalogue is about a page, a conversation or a message.
  [listStatements, 'BAD_REQUEST'],
  [chatHistory, 'BAD_REQUEST'],
  [sendMessage, 'BAD_REQUEST'],
]

it.each(ofNothing.map(([call, message]) => [call.path, message, call] as const))(
  '%s says %s of an object with nothing in it',
  async (_path, message, call) => {
    expect(await send(call, {})).toMatchObject({ message })
  },
)

it.each(misfits)('a coupon that is %s is refused in the form of the wheel’s calls', async (_what, coupon) => {
  expect(await send(claimCoupon, { coupon })).toMatchObject({
    status: 200,
    json: { success: false, error: 'INVALID_CODE' },
  })
})

it('the QR code that is to be cancelled may be named by the address, and is asked for where nothing names it', async () => {
  expect(await sendRaw(server, cancelQr, { token: member.token })).toMatchObject({
    status: 404,
    message: 'NO_DATA',
    json: { field: 'qrcodeId' },
  })
})

const noObjects = ['{"amount":', 'null', '7', '"SUCCESS"', '[]', `[${JSON.stringify(plausible)}]`]

it.each(everyCall.filter(([, call]) => call.body !== null && call.file === undefined))(
  '%s says BAD_REQUEST, and of no field, of what is no object',
  async (_name, call) => {
    for (const payload of noObjects) {
      // Its fields are then looked for in the address.
      if (payload === 'null' && call.method === 'DELETE') continue
      const answer = await sendRaw(server, call, { payload, token: member.token })
      expect({ payload, ...answer }).toMatchObject({ payload, status: 400, message: 'BAD_REQUEST' })
      expect(answer.json).not.toHaveProperty('field')
    }
  },
)
