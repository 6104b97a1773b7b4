import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { HANG_MS } from '../timing.ts'
import { listQuery, parseInput, Refused } from '../wire.ts'
import type { World } from '../world.ts'
import { type VoucherAnswer, voucherBody } from './vouchers.ts'

const voucherPath = v.object({ v: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/, 'no voucher code')) })
const mobile = v.pipe(v.string(), v.regex(/^\d{10}$/, 'a mobile is 10 digits'))
const verifyQuery = v.object({ mobile })
const takenQuery = v.object({ ...listQuery.entries, mobile })
const redeemBody = v.object({ mobile, voucher_hash: v.string() })

function answer(reply: FastifyReply, said: VoucherAnswer): FastifyReply {
  return reply.code(said.status === 'SUCCESS' ? 200 : 400).send(voucherBody(said))
}

export function addVoucherRoutes(app: FastifyInstance, world: World): void {
  const { vouchers, timing } = world

  app.get('/vouchers', async (request) => {
    const { after, limit, mobile } = parseInput(takenQuery, request.query)
    return vouchers.takenBy(mobile, BigInt(after), limit)
  })

  app.get('/vouchers/:v/verify', async (request, reply) => {
    const code = parseInput(voucherPath, request.params).v
    return answer(reply, vouchers.verify(code, parseInput(verifyQuery, request.query).mobile))
  })

  app.post('/vouchers/:v/redeem', async (request, reply) => {
    const code = parseInput(voucherPath, request.params).v
    const order = parseInput(redeemBody, request.body)
    if (order.voucher_hash !== code) throw new Refused(400, 'BAD_REQUEST', 'voucher_hash is another voucher')
    const { hangs, ...said } = vouchers.redeem(code, order.mobile)
    if (!hangs) return answer(reply, said)
    await timing.sleep(HANG_MS)
    throw new Refused(504, 'INTERNAL_ERROR', 'the issuer did not answer in time')
  })
}
