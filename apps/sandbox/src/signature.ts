import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from './wire.ts'

/** How far the operator's clock may be from ours: an older request may be somebody's recording. */
const TOLERANCE_S = 300

function isGenuine(secret: string, { headers, method, raw }: FastifyRequest, body: Buffer): boolean {
  const { 'x-kapao-timestamp': timestamp, 'x-kapao-signature': signature } = headers
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_S)
    return false
  const hmac = createHmac('sha256', secret).update(`${timestamp}.${method} ${raw.url}\n`).update(body)
  const expected = Buffer.from(hmac.digest('hex'))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** What the operator's adapters should do, too: nobody but the operator's server, who knows the secret, orders anything here. */
export function refuseUnsigned(gateways: FastifyInstance, secret: string): void {
  // Over the bytes as they came, before anything reads them.
  gateways.addHook('preParsing', async (request, _reply, payload) => {
    const body = await buffer(payload)
    if (!isGenuine(secret, request, body))
      throw new Refused(401, 'NOT_SIGNED', 'the signature is missing, wrong or too old')
    return Readable.from([body])
  })
}
