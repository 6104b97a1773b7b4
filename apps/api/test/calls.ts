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
