import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { SLOW_SMS_MS } from '../timing.ts'
import { identifier, parseInput, Refused } from '../wire.ts'
import type { World } from '../world.ts'

const message = v.object({
  messageId: identifier,
  to: v.pipe(v.string(), v.regex(/^\+?[\d -]{6,20}$/, 'a phone is 6 to 20 digits')),
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
})

export function addSmsRoutes(app: FastifyInstance, world: World): void {
  app.post('/sms/messages', async (request) => {
    const { messageId, to, text } = parseInput(message, request.body)
    const fault = world.faults.take('sms', ['fail', 'slow'])
    if (fault === 'fail') throw new Refused(500, 'SMS_FAILED', 'the SMS gateway is out of order')
    if (fault === 'slow') await world.timing.sleep(SLOW_SMS_MS)
    world.sms.accept(messageId, to, text)
    return { accepted: true }
  })
}
