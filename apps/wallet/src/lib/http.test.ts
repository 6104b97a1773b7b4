import { SendFailure } from '@kapao/browser/http'
import { getProfile, sendOtp, validateAccount, verifyOtp } from '@kapao/contract/account'
import type { Call } from '@kapao/contract/call'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { login } from '@kapao/contract/login'
import { lookupWithdraw } from '@kapao/contract/lookup'
import { addRefundToWallet, receiveRefund } from '@kapao/contract/refund'
import { transfer, withdrawAll } from '@kapao/contract/wallet'
import { fromMinorUnits } from '@kapao/money/minor'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, send } from './http.ts'
import { isOutcomeUnknown } from './intent.ts'
import { currentToken, onSessionEnd, type SessionEnd, storeToken } from './session-token.ts'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const ends: SessionEnd[] = []
let stopListening = () => {}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('window', {})
  ends.length = 0
  stopListening = onSessionEnd((end) => ends.push(end))
  storeToken('token-1', true)
})

afterEach(() => {
  stopListening()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetched.mockReset()
})

function answers(body: string, status = 200, headers: Record<string, string> = {}): void {
  fetched.mockImplementation(() => Promise.resolve(new Response(body, { status, headers })))
}

const credentials = { username: '0812345678', password: 'secret-123' }

test('a call carries the token, the marker, the intent and money as the wire writes it', async () => {
  answers('{"message":"SUCCESS"}')
  const body = { from: 'WALLET', to: 'PG', amount: fromMinorUnits(12_345n) }
  expect(await send(transfer, { body, intent: 'key-1' })).toMatchObject({ ok: true })
  const [url, init] = fetched.mock.lastCall ?? ['', {}]
  expect(url).toBe('/api/wallet/transfer')
  expect(init.body).toBe('{"from":"WALLET","to":"PG","amount":123.45}')
  expect(init.headers).toMatchObject({
    Authorization: 'Bearer token-1',
    'X-Requested-With': 'kapao',
    'Idempotency-Key': 'key-1',
    'Content-Type': 'application/json',
  })
})

test.each([
  ['a member’s figures', getProfile, 'no-store'],
  ['what moves money', receiveRefund, 'no-store'],
  ['what anybody may know', lookupWithdraw, undefined],
] as const)('the browser keeps nothing but what anybody may know: %s', async (_what, call, cache) => {
  answers('{}')
  await send(call)
  expect(fetched.mock.lastCall?.[1].cache).toBe(cache)
})

test('money in an answer arrives in minor units', async () => {
  answers('{"withdrawMin":100,"withdrawMax":50000.5}')
  expect(await ask(lookupWithdraw)).toEqual({ withdrawMin: 10_000n, withdrawMax: 5_000_050n })
})

test.each([['"status":"SUCCESS"'], ['"status":null'], ['"amount":null'], ['"amount":"100.00"'], ['"ref":9']])(
  'what an operator’s own server says of a success besides (%s) makes no failure of it',
  async (more) => {
    answers(`{"message":"SUCCESS",${more}}`)
    const body = { from: 'WALLET', to: 'PG', amount: fromMinorUnits(12_345n) }
    expect(await send(transfer, { body, intent: 'key-1' })).toMatchObject({ ok: true })
  },
)

test('a success that is not of the contract is no refusal: what it did is not known', async () => {
  answers('{"message":"SUCCESS"}')
  const body = { username: '0812345678', password: 'secret-1' }
  expect(await send(login, { body })).toMatchObject({ ok: false, failure: { kind: 'not-understood' } })
})

const done: readonly [string, Call][] = [
  ['{"message":"OK"}', withdrawAll],
  ['{"message":"OK","status":"IN_PROGRESS"}', transfer],
  ['{"message":"SUCCESS"}', receiveRefund],
  ['{"message":"OK","amount":25}', addRefundToWallet],
  ['{"message":"REFUND_SUCCESS"}', addRefundToWallet],
  ['{"message":"INVITE_BONUS_SUCCESS","amount":null}', receiveInviteBonus],
  ['{"message":"SUCCESS"}', validateAccount],
  ['{"message":"OTP_VERIFIED","otpRef":"","otpToken":""}', sendOtp],
  ['{"message":"OTP_CODE_VALID"}', verifyOtp],
]

test.each(done)(
  'what is done is done, in whichever word of the catalogue it is said (%s)',
  async (body, call) => {
    answers(body)
    expect(await send(call)).toMatchObject({ ok: true })
  },
)

test('who is verified by the message is so by the code: no word is sent that nobody can type', async () => {
  answers('{"message":"OTP_VERIFIED","otpRef":"","otpToken":""}')
  expect(await send(sendOtp)).toMatchObject({ ok: true, answer: { code: 'OTP_VERIFIED' } })
})

test('of a word that says that it is done the code is kept apart: who is verified needs no code', async () => {
  answers('{"message":"OK","otpRef":"","otpToken":"","code":"OTP_VERIFIED"}')
  expect(await send(sendOtp)).toMatchObject({ ok: true, answer: { code: 'OTP_VERIFIED' } })
})

test('words that are no code are told apart where they came as a success', async () => {
  answers('{"message":"Your request was received"}')
  expect(await send(withdrawAll)).toMatchObject({ failure: { kind: 'refused', isAccepted: true } })
  answers('{"message":"Your request was received"}', 400)
  expect(await send(withdrawAll)).toEqual({
    ok: false,
    failure: { kind: 'refused', message: 'Your request was received' },
  })
})

test.each([401, 500, 200])('a refusal is known by its message, with status %i too', async (status) => {
  answers('{"message":"WRONG_CREDENTIAL","retryAfter":42,"field":"username","requestId":"r-1"}', status)
  expect(await send(login, { body: credentials })).toEqual({
    ok: false,
    failure: {
      kind: 'refused',
      message: 'WRONG_CREDENTIAL',
      retryAfter: 42,
      field: 'username',
      requestId: 'r-1',
      ...(status >= 500 && { isFault: true }),
      ...(status === 200 && { isAccepted: true }),
    },
  })
})

test('a call that says no by its success is a refusal, whatever the status', async () => {
  answers('{"success":false,"error":"NO_CLAIMABLE_COUPON"}', 409)
  expect(await send(login, { body: credentials })).toEqual({
    ok: false,
    failure: { kind: 'refused', message: 'NO_CLAIMABLE_COUPON' },
  })
})

test('of a no in its success the code counts, whichever of its two names it stands under', async () => {
  for (const body of [
    '{"success":false,"message":"There is none left","error":"NO_CLAIMABLE_COUPON"}',
    '{"success":false,"message":"NO_CLAIMABLE_COUPON","error":"Conflict"}',
  ]) {
    answers(body, 409)
    expect(await send(withdrawAll)).toEqual({
      ok: false,
      failure: { kind: 'refused', message: 'NO_CLAIMABLE_COUPON' },
    })
  }
})

test('a no in its success is one in words of its own too, and with the status of a success', async () => {
  for (const why of ['message', 'error']) {
    answers(`{"success":false,"${why}":"Not today"}`)
    const { failure } = { failure: undefined, ...(await send(withdrawAll)) }
    expect(failure).toEqual({ kind: 'refused', message: 'Not today' })
    expect(failure && isOutcomeUnknown(failure)).toBe(false)
  }
})

test('a proxy that gave up waiting leaves open what became of it, whatever it says', async () => {
  answers('{"success":false,"message":"Request timed out"}', 408)
  const { failure } = { failure: undefined, ...(await send(withdrawAll)) }
  expect(failure && isOutcomeUnknown(failure)).toBe(true)
})

test.each([
  ['30', 30],
  ['Mon, 02 Nov 2026 03:05:05 GMT', 60],
  ['Mon, 02 Nov 2026 03:04:00 GMT', 0],
  ['soon', undefined],
])('a server may say in the header alone when to come back: %s', async (header, seconds) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-02T03:04:05.000Z') })
  answers('{"message":"REQUEST_LIMIT_1MIN"}', 429, { 'Retry-After': header })
  const told = await send(login, { body: credentials })
  expect(told).toMatchObject({ failure: { kind: 'refused', message: 'REQUEST_LIMIT_1MIN' } })
  expect(!told.ok && told.failure.kind === 'refused' && told.failure.retryAfter).toBe(seconds)
})

test('when to come back is what the body says, where it says a number', async () => {
  answers('{"message":"REQUEST_LIMIT","retryAfter":42}', 429, { 'Retry-After': '60' })
  expect(await send(login, { body: credentials })).toMatchObject({ failure: { retryAfter: 42 } })
  answers('{"message":"REQUEST_LIMIT","retryAfter":"soon"}', 429, { 'Retry-After': '60' })
  expect(await send(login, { body: credentials })).toMatchObject({ failure: { retryAfter: 60 } })
})

test.each([
  ['<html>Bad gateway</html>', 502, 'a-page'],
  ['', 200, 'nothing'],
  ['{"withdrawMin":"100"}', 200, 'something'],
  ['{"withdrawMin":1.005,"withdrawMax":2}', 200, 'something'],
  ['null', 500, 'something'],
])('%s with status %i is not understood', async (body, status, came) => {
  answers(body, status, { 'X-Request-Id': 'r-2' })
  expect(await send(lookupWithdraw)).toEqual({
    ok: false,
    failure: { kind: 'not-understood', status, came, requestId: 'r-2' },
  })
})

test.each([
  ['{"message":"SUCCESS"}', 200],
  ['{"message":"TRANSFER_FAIL"}', 400],
])('the kept answer to an earlier try is told as that, a refusal too: %s', async (body, status) => {
  answers(body, status, { 'Idempotent-Replay': 'true' })
  expect(await send(transfer)).toMatchObject({ isReplay: true })
  answers(body, status)
  expect(await send(transfer)).not.toHaveProperty('isReplay')
})

test('no network and no answer in time are failures of their own, and nothing is sent again', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await send(lookupWithdraw)).toEqual({ ok: false, failure: { kind: 'no-network' } })
  expect(fetched).toHaveBeenCalledTimes(1)

  vi.useFakeTimers()
  fetched.mockImplementation(
    (_url, { signal }) =>
      new Promise((_answer, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const waiting = send(login, { body: credentials })
  await vi.advanceTimersByTimeAsync(59_999)
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(await waiting).toEqual({ ok: false, failure: { kind: 'timed-out' } })
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('who aborts gets an AbortError and no failure', async () => {
  const leaving = new AbortController()
  leaving.abort()
  fetched.mockRejectedValue(new Error('aborted'))
  await expect(send(lookupWithdraw, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('"gone" is announced and leaves the token', async () => {
  answers('{"message":"gone"}', 410)
  expect(await send(getProfile)).toMatchObject({ failure: { message: 'gone' } })
  expect(ends).toEqual(['gone'])
  expect(currentToken()).toBe('token-1')
})

test.each(['invalid-token', 'UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'INVALID_USER_1', 'INVALID_USER_4'])(
  '%s ends the session and is announced',
  async (message) => {
    answers(JSON.stringify({ message }), 401)
    await expect(ask(getProfile)).rejects.toBeInstanceOf(SendFailure)
    expect(ends).toEqual(['unverified'])
    expect(currentToken()).toBeNull()
  },
)

test('a late refusal of an earlier session does not end the new one', async () => {
  fetched.mockImplementation(() => {
    storeToken('token-2', true)
    return Promise.resolve(new Response('{"message":"invalid-token"}', { status: 401 }))
  })
  await send(getProfile)
  expect(ends).toEqual([])
  expect(currentToken()).toBe('token-2')
})
