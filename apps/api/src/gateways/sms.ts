import { openHttpClient } from './http-client.ts'

const TIMEOUT_MS = 8_000

/** The port to whoever sends text messages. */
export interface SmsGateway {
  /** Whether the message was taken for delivery. The same id is sent once. */
  send(message: { readonly messageId: string; readonly to: string; readonly text: string }): Promise<boolean>
}

export function openSmsGateway(gatewayUrl: string, secret: string | null = null): SmsGateway {
  const client = openHttpClient(`${gatewayUrl}/sms`, secret)
  return {
    async send(message) {
      const answer = await client.request('POST', '/messages', { body: message, timeoutMs: TIMEOUT_MS })
      return answer.kind === 'answered' && answer.status === 200
    },
  }
}
