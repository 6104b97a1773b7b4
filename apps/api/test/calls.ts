import type { Call } from '@kapao/contract/call'
import { calls } from '@kapao/contract/calls'
import type { TestServer } from './server.ts'

/** Every call of the contract with its name, for tests that hold all of them against one rule. */
export const everyCall: readonly (readonly [string, Call])[] = [...calls]
export const tokenCalls = everyCall.filter(([, call]) => call.token)
export const openCalls = everyCall.filter(([, call]) => !call.token)

const samples: Readonly<Record<string, string>> = {
  code: 'PG',
  provider: 'pg',
  reference: 'AAAAAAAAAAAAAAAA',
  username: 'kpnobody',
  password: 'not-a-password',
}

/** The address of a call with something plausible for each parameter. */
export function urlOf(call: Call): string {
  const provider = call.path.startsWith('/qrcode/') ? 'KBANK' : samples.provider
  return `/api${call.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    name === 'provider' ? String(provider) : (samples[name] ?? ''),
  )}`
}

/** A body that each call would take, so that one spoilt field is all that is wrong. */
export const plausible: Readonly<Record<string, unknown>> = {
  name: 'Somchai',
  username: '0812345678',
  password: 'a-good-password',
  oldPassword: 'a-good-password',
  newPassword: 'another-password',
  sourceCode: '',
  inviteCode: '',
  bankCode: 'SCB',
  bankAccountName: 'SOMCHAI',
  bankAccountNo: '9876543210',
  currency: 'THB',
  phoneNumber: '0812345678',
  otpToken: 'A'.repeat(32),
  otpCode: '123456',
  qrcodeId: 'AAAAAAAAAAAA',
  link: 'AAAA',
  coupon: 'AAAAAAAAAAAAAAAA',
  from: 'WALLET',
  to: 'PG',
  amount: 100,
  page: 1,
  limit: 10,
  skip: 0,
  _id: 'x',
  clientId: '0b0e7f0a-5a4b-4c6e-9d51-6a4f0e6f2a11',
  sender: 'customer',
  message: { message_type: 'text', payload: { text: 'hello' } },
  createdAt: '2026-01-31T08:00:00.000Z',
  readAt: '2026-01-31T08:00:00.000Z',
  session_id: '',
  userId: '',
  guestId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  deviceToken: '',
  score: 5,
  comment: '',
}

interface Sent {
  readonly payload?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string
}

/** Sends a call as raw bytes, for what no typed client would send. */
export async function sendRaw(server: TestServer, call: Call, { payload, headers, token }: Sent = {}) {
  const response = await server.app.inject({
    method: call.method,
    url: urlOf(call),
    headers: {
      'x-requested-with': 'kapao',
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  const json: unknown = response.json()
  const message =
    typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string'
      ? json.message
      : null
  return { status: response.statusCode, message, headers: response.headers, json }
}
