import { openHttpClient, reasonOf, refusalOf } from './http-client.ts'
import type { Outcome } from './outcome.ts'

const TIMEOUT_MS = 8_000
/** What the gateway says of a message that it does not send. */
const NOT_TAKEN: ReadonlySet<string> = new Set(['400 BAD_REQUEST', '401 NOT_SIGNED', '500 SMS_FAILED'])

/** The port to whoever sends text messages. */
export interface SmsGateway {
  /** Whether the message was taken for delivery; one in doubt may yet arrive. The same id is sent once. */
  send(message: {
    readonly messageId: string
    readonly to: string
    readonly text: string
  }): Promise<Outcome<object>>
}

export function openSmsGateway(gatewayUrl: string, secret: string | null = null): SmsGateway {
  const client = openHttpClient(`${gatewayUrl}/sms`, secret)
  return {
    async send(message) {
      const answer = await client.request('POST', '/messages', { body: message, timeoutMs: TIMEOUT_MS })
      if (answer.kind === 'answered' && answer.status === 200) return { kind: 'confirmed' }
      const neverLeft = answer.kind === 'lost' && !answer.wasSent
      const isRefused = neverLeft || refusalOf(answer, NOT_TAKEN) !== null
      return { kind: isRefused ? 'refused' : 'unknown', reason: reasonOf(answer) }
    },
  }
}
