import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { AskContext } from '../games/ask-balances.ts'
import { feedEvent } from '../gateways/http-bank.ts'
import type { Metrics } from '../http/metrics.ts'
import { inDeposit } from './ask-games.ts'
import { creditEvent } from './credit.ts'

/** How far a message's clock may be from ours: an older one may be somebody's recording. */
const TOLERANCE_S = 300

export function signFeed(secret: string, timestamp: string, rawBody: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex')
}

function isGenuine(secret: string, timestamp: unknown, signature: unknown, rawBody: string): boolean {
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_S)
    return false
  const expected = Buffer.from(signFeed(secret, timestamp, rawBody))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

export interface WebhookContext extends AskContext {
  readonly app: FastifyInstance
  readonly feedSecret: string
  readonly metrics: Metrics
}

/** Where the bank tells us of incoming money: signed, and safe to be told twice, late and out of order. */
export function mountFeedWebhook(context: WebhookContext): void {
  const { app, operator, feedSecret, metrics } = context
  app.register(async (scope) => {
    // The signature is over the bytes as sent, so they are kept as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post('/gateway/bank-feed', async (request, reply) => {
      const rawBody = typeof request.body === 'string' ? request.body : ''
      const { 'x-feed-timestamp': timestamp, 'x-feed-signature': signature } = request.headers
      if (!isGenuine(feedSecret, timestamp, signature, rawBody)) {
        request.log.warn('a bank feed message with a wrong signature or time')
        return reply.code(401).send({ message: 'NOT_ALLOWED' })
      }
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), feedEvent), rawBody)
      if (!parsed.success) return reply.code(400).send({ message: 'BAD_REQUEST' })
      const event = parsed.output
      // A bank that does not wait that long tells it again, which is harmless; the money is credited meanwhile.
      const result = await inDeposit({ ...context, log: request.log }, (tx) =>
        creditEvent(tx, operator.current(), event, 'webhook'),
      )
      metrics.feedMessages.inc({ result })
      return reply.send({ message: 'OK' })
    })
  })
}
