import { toWire } from '@kapao/money/minor'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { HANG_MS, SLOW_TRANSFER_MS, TICK_MS } from '../timing.ts'
import { identifier, listQuery, parseInput, password, positiveAmount, Refused, username } from '../wire.ts'
import type { World } from '../world.ts'
import { FORM_LOGIN_GAME, type GameCode, gameCode } from './catalogue.ts'
import type { GameTransferState } from './transfers.ts'

const newAccount = v.object({ username, password })
const newPassword = v.object({ password })
const transferOrder = v.object({
  transferId: identifier,
  username,
  type: v.picklist(['deposit', 'withdraw'], 'a type is deposit or withdraw'),
  amount: positiveAmount,
})
const gamePath = v.object({ code: v.string() })
const accountPath = v.object({ username })
const transferPath = v.object({ transferId: identifier })

/** The provider's code in the path; refuses an unknown one. */
export function pathCode(request: FastifyRequest): GameCode {
  const code = gameCode(parseInput(gamePath, request.params).code)
  if (!code) throw new Refused(404, 'NO_GAME', 'there is no such provider')
  return code
}

function pathUsername(request: FastifyRequest): string {
  return parseInput(accountPath, request.params).username
}

function transferAnswer(state: GameTransferState): object {
  return state.status === 'success'
    ? { status: state.status, amount: toWire(state.amount), balance: toWire(state.balance) }
    : state
}

export function addGameRoutes(app: FastifyInstance, world: World): void {
  const { accounts } = world

  /** Every call of a provider starts here: in maintenance it answers none. */
  function opened(request: FastifyRequest): GameCode {
    const code = pathCode(request)
    if (!world.faults.take(`game:${code}`, ['maintenance'])) return code
    throw new Refused(503, 'MAINTENANCE', 'this provider is in maintenance')
  }

  app.post('/games/:code/accounts', async (request, reply) => {
    const code = opened(request)
    const account = parseInput(newAccount, request.body)
    accounts.create(code, account.username, account.password)
    return reply.code(201).send({ username: account.username })
  })

  app.put('/games/:code/accounts/:username/password', async (request) => {
    const code = opened(request)
    accounts.setPassword(code, pathUsername(request), parseInput(newPassword, request.body).password)
    return { username: pathUsername(request) }
  })

  app.get('/games/:code/accounts/:username/balance', async (request) => {
    const code = opened(request)
    const { balance, after } = accounts.reportedBalance(code, pathUsername(request))
    return { balance: toWire(balance), after }
  })

  app.post('/games/:code/accounts/:username/launch', async (request) => {
    const code = opened(request)
    const player = pathUsername(request)
    if (!accounts.exists(code, player))
      throw new Refused(404, 'NO_ACCOUNT', 'this provider has no such account')
    if (code === FORM_LOGIN_GAME)
      throw new Refused(409, 'NO_LAUNCH', 'this provider has a login form instead of a link')
    const session = accounts.issueTicket('launch', code, player)
    return { link: `http://${request.host}/play/${code}?session=${session}` }
  })

  app.get('/games/:code/login-form', async (request) => {
    const code = opened(request)
    if (code !== FORM_LOGIN_GAME)
      throw new Refused(404, 'NOT_FOUND', 'this provider has launch links instead of a form')
    const token = accounts.issueTicket('login-form', code, null)
    return { action: `http://${request.host}/play/${code}/login`, fields: { token } }
  })

  addTransferRoutes(app, world, opened)
}

function addTransferRoutes(
  app: FastifyInstance,
  world: World,
  opened: (request: FastifyRequest) => GameCode,
): void {
  const { transfers, timing } = world

  app.post('/games/:code/transfers', async (request) => {
    const code = opened(request)
    const order = parseInput(transferOrder, request.body)
    const outcome = transfers.order(code, order)
    switch (outcome.kind) {
      case 'answer':
        return transferAnswer(outcome.state)
      case 'error':
        if (outcome.status === 500)
          throw new Refused(500, 'INTERNAL_ERROR', 'something broke at the provider')
        throw new Refused(409, 'DUPLICATE_ID', 'this transfer id was used before')
      case 'hang':
        await timing.sleep(HANG_MS)
        throw new Refused(504, 'TIMEOUT', 'the provider did not answer in time')
      case 'slow':
        await timing.sleep(SLOW_TRANSFER_MS)
        // A tick more: a timer may ring a moment before the time that was written down.
        await timing.sleep(TICK_MS)
        transfers.work()
        return transferAnswer(transfers.find(code, order.transferId) ?? { status: 'pending' })
    }
  })

  app.get('/games/:code/transfers', async (request) => {
    const code = opened(request)
    const { after, limit } = parseInput(listQuery, request.query)
    const { lines, cursor } = transfers.list(code, BigInt(after), limit)
    const shown = lines.map(({ state, ...line }) => ({ ...line, ...transferAnswer(state) }))
    return { transfers: shown, cursor }
  })

  app.get('/games/:code/transfers/:transferId', async (request) => {
    const code = opened(request)
    const state = transfers.find(code, parseInput(transferPath, request.params).transferId)
    if (!state) throw new Refused(404, 'NOT_FOUND', 'no such transfer')
    return transferAnswer(state)
  })

  app.delete('/games/:code/transfers/:transferId', async (request) => {
    const code = opened(request)
    if (world.faults.take(`game:${code}`, ['no-cancel'])) throw new Refused(404, 'NO_CALL', 'no such call')
    return transferAnswer(transfers.cancel(code, parseInput(transferPath, request.params).transferId))
  })
}
