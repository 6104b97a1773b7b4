import { toWire } from '@kapao/money/minor'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { drawSlip, SLIP_VARIANTS } from '../bank/slip-image.ts'
import { FAULTS_OF_TARGET, VOUCHER_FAULTS } from '../faults/catalogue.ts'
import { pathCode } from '../games/game-routes.ts'
import { giftLink } from '../vouchers/vouchers.ts'
import {
  account,
  anyAmount,
  bankAccountNo,
  bankCode,
  currency,
  identifier,
  type NamedAccount,
  namedAccount,
  parseInput,
  positiveAmount,
  Refused,
  username,
} from '../wire.ts'
import type { Region, World } from '../world.ts'

/** Who pays a QR when nobody is named. The number belongs to no bank's series. */
const PASSER_BY: Record<Region, NamedAccount> = {
  th: { bankCode: 'KBANK', bankAccountNo: '0000000001', bankAccountName: 'SANDBOX PAYER' },
  la: { bankCode: 'BCEL', bankAccountNo: '000000000000000001', bankAccountName: 'SANDBOX PAYER' },
}

const qrPayment = v.object({
  qr: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  from: v.optional(namedAccount),
})
const transferOrder = v.object({
  from: namedAccount,
  to: account,
  amount: positiveAmount,
  currency: v.optional(currency),
  /** As if it had been made so long ago: slips are taken for an hour. */
  minutesAgo: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_080)), 0),
})
const faultOrder = v.object({
  target: v.string(),
  fault: v.string(),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
})
const faultQuery = v.object({ target: v.optional(v.string()), fault: v.optional(v.string()) })
const phonePath = v.object({
  phone: v.pipe(v.string(), v.regex(/^\+?[\d -]{6,20}$/, 'a phone is 6 to 20 digits')),
})
const accountPath = v.object({ bankAccountNo })
const accountQuery = v.object({ bankCode: v.optional(bankCode) })
const playerPath = v.object({ username })
const transferName = v.object({ transRef: identifier })
const slipOrder = v.object({ transRef: identifier, variant: v.optional(v.picklist(SLIP_VARIANTS)) })
const voucherOrder = v.object({ amount: positiveAmount, fault: v.optional(v.picklist(VOUCHER_FAULTS)) })
const roundOrder = v.object({ result: anyAmount })

export function addControlRoutes(app: FastifyInstance, world: World): void {
  app.get('/control/sms/:phone', async (request) => {
    const messages = world.sms.of(parseInput(phonePath, request.params).phone)
    return {
      messages: messages.map(({ text, sentAtMs }) => ({ text, sentAt: new Date(sentAtMs).toISOString() })),
    }
  })
  app.post('/control/vouchers', async (request) => {
    const { amount, fault } = parseInput(voucherOrder, request.body)
    return { link: giftLink(world.vouchers.create(amount, fault ?? null)) }
  })
  addBankControl(app, world)
  addGameControl(app, world)
  addFaultControl(app, world)
}

function addBankControl(app: FastifyInstance, world: World): void {
  const { ledger, feed, qrs } = world

  app.post('/control/bank/pay', async (request) => {
    const { qr, from } = parseInput(qrPayment, request.body)
    const transfer = qrs.pay(qr, from ?? PASSER_BY[world.region])
    feed.work()
    return { transRef: transfer.transRef, amount: toWire(transfer.amount) }
  })

  app.post('/control/bank/transfer', async (request) => {
    const order = parseInput(transferOrder, request.body)
    const { from, to, amount } = order
    if (from.bankCode === to.bankCode && from.bankAccountNo === to.bankAccountNo) {
      throw new Refused(400, 'BAD_REQUEST', 'the two accounts are the same')
    }
    const transfer = world.store.transaction(() => {
      const named = { ...to, bankAccountName: ledger.nameOf(to) }
      const moved = ledger.move(
        {
          ...{ kind: 'transfer', from, to: named, amount },
          currency: order.currency ?? ledger.currencyOf(to),
        },
        Date.now() - order.minutesAgo * 60_000,
      )
      ledger.remember(from, 'person', null)
      ledger.remember(named, 'operator', order.currency ?? null)
      feed.note(moved, null)
      return moved
    })
    feed.work()
    return { transRef: transfer.transRef }
  })

  app.post('/control/bank/tell', async (request) => {
    const { transRef } = parseInput(transferName, request.body)
    if (!feed.tell(transRef)) throw new Refused(404, 'NOT_FOUND', 'nothing of this transfer is held back')
    feed.work()
    return { transRef }
  })

  app.get('/control/bank/accounts/:bankAccountNo', async (request) => {
    const { bankAccountNo: number } = parseInput(accountPath, request.params)
    const statement = ledger.statement(number, parseInput(accountQuery, request.query).bankCode ?? null)
    if (!statement) throw new Refused(404, 'NOT_FOUND', 'this account never took part')
    const entries = statement.entries.map(({ transRef, amount, atMs, counterparty }) => ({
      transRef,
      amount: toWire(amount),
      at: new Date(atMs).toISOString(),
      counterparty,
    }))
    return { balance: toWire(statement.balance), entries }
  })

  app.post('/control/bank/slip', async (request, reply) => {
    const { transRef, variant } = parseInput(slipOrder, request.body)
    const transfer = ledger.find(transRef)
    if (!transfer) throw new Refused(404, 'NOT_FOUND', 'no such transfer')
    return reply.type('image/png').send(drawSlip(transfer, variant ?? null))
  })
}

function addGameControl(app: FastifyInstance, world: World): void {
  const { accounts, transfers } = world

  app.get('/control/games/:code/:username', async (request) => {
    const code = pathCode(request)
    const player = parseInput(playerPath, request.params).username
    const lines = transfers.of(code, player)
    return {
      balance: toWire(accounts.balance(code, player)),
      transfers: lines.map(({ transferId, type, amount, status }) => ({
        transferId,
        type,
        amount: toWire(amount),
        status,
      })),
    }
  })

  app.post('/control/games/:code/:username/play', async (request) => {
    const code = pathCode(request)
    const player = parseInput(playerPath, request.params).username
    const balance = accounts.applyRound(code, player, parseInput(roundOrder, request.body).result)
    if (balance === null)
      throw new Refused(409, 'INSUFFICIENT', 'the player has not that many credits to lose')
    return { balance: toWire(balance) }
  })
}

function addFaultControl(app: FastifyInstance, world: World): void {
  const { faults } = world

  function check(target: string, fault: string): void {
    const known = FAULTS_OF_TARGET.get(target)
    if (!known) throw new Refused(400, 'BAD_REQUEST', `there is no target ${target}`)
    if (!known.includes(fault)) throw new Refused(400, 'BAD_REQUEST', `${target} knows ${known.join(', ')}`)
  }

  app.get('/control/faults', async () => ({
    faults: faults.list(),
    available: [...FAULTS_OF_TARGET].map(([target, known]) => ({ target, faults: known })),
  }))

  app.post('/control/faults', async (request) => {
    const { target, fault, times } = parseInput(faultOrder, request.body)
    check(target, fault)
    faults.set(target, fault, times ?? null)
    return { faults: faults.list() }
  })

  /** All of them; with both `target` and `fault` in the query that one alone. */
  app.delete('/control/faults', async (request) => {
    const { target, fault } = parseInput(faultQuery, request.query)
    if (target !== undefined && fault !== undefined) {
      check(target, fault)
      faults.clearOne(target, fault)
    } else {
      faults.clear()
    }
    return { faults: faults.list() }
  })
}
