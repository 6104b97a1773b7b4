import { formatMinor, parseAmount } from '@kapao/money/format'
import { toWire } from '@kapao/money/minor'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { cookieOf, type Language, pickLanguage, regionLanguage } from '../language.ts'
import { parseInput, Refused } from '../wire.ts'
import type { World } from '../world.ts'
import { categoryOf, type GameCode } from './catalogue.ts'
import { pathCode } from './game-routes.ts'
import { gamePage, loginPage, noticePage } from './play-pages.ts'
import { PLAY_TEXTS, type PlayTexts } from './play-texts.ts'
import { drawRound, resultOf } from './rounds.ts'

const roundOrder = v.object({
  stake: v.pipe(v.string(), v.maxLength(40)),
  choice: v.pipe(v.string(), v.maxLength(20)),
})
const loginForm = v.object({
  username: v.pipe(v.string(), v.trim(), v.maxLength(64)),
  password: v.pipe(v.string(), v.maxLength(128)),
  token: v.pipe(v.string(), v.maxLength(100)),
})
const openQuery = v.object({ session: v.optional(v.pipe(v.string(), v.maxLength(100))) })

function cookieName(code: GameCode): string {
  return `sandbox_${code.toLowerCase()}`
}

export function addPlayRoutes(app: FastifyInstance, world: World): void {
  const { accounts, faults } = world

  function languageOf(request: FastifyRequest, reply: FastifyReply): Language {
    return pickLanguage(request, reply, regionLanguage(world.region))
  }

  function askLogin(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: keyof PlayTexts | null,
  ): FastifyReply {
    const code = pathCode(request)
    const token = accounts.issueTicket('login-form', code, null)
    const page = loginPage(code, languageOf(request, reply), token, problem)
    return reply
      .code(problem === null ? 200 : 401)
      .type('text/html; charset=utf-8')
      .send(page)
  }

  /** Starts a session and goes to the page itself, so that a reload or a shared address carries no ticket. */
  function enter(reply: FastifyReply, code: GameCode, player: string): FastifyReply {
    const session = accounts.issueTicket('session', code, player)
    reply.header('set-cookie', `${cookieName(code)}=${session}; Path=/play/${code}; HttpOnly; SameSite=Lax`)
    return reply.redirect(`/play/${code}`, 303)
  }

  function playerOf(request: FastifyRequest, code: GameCode): string | null {
    const session = cookieOf(request, cookieName(code))
    return session === null ? null : accounts.useTicket('session', code, session)
  }

  app.get('/play/:code', async (request, reply) => {
    const code = pathCode(request)
    if (faults.take(`game:${code}`, ['maintenance'])) {
      const page = noticePage(code, languageOf(request, reply), 'maintenance')
      return reply.code(503).type('text/html; charset=utf-8').send(page)
    }
    const { session } = parseInput(openQuery, request.query)
    if (session !== undefined) {
      const launched = accounts.useTicket('launch', code, session)
      return launched ? enter(reply, code, launched) : askLogin(request, reply, 'loginAgain')
    }
    const player = playerOf(request, code)
    if (!player) return askLogin(request, reply, null)
    const page = gamePage(code, languageOf(request, reply), player, accounts.balance(code, player))
    return reply.type('text/html; charset=utf-8').send(page)
  })

  app.post('/play/:code/login', async (request, reply) => {
    const code = pathCode(request)
    const form = v.safeParse(loginForm, request.body)
    if (!form.success) return askLogin(request, reply, 'loginWrong')
    const { username, password, token } = form.output
    if (accounts.useTicket('login-form', code, token) === null) return askLogin(request, reply, 'formOld')
    if (!accounts.passwordIsRight(code, username, password)) return askLogin(request, reply, 'loginWrong')
    return enter(reply, code, username)
  })

  app.post('/play/:code/logout', async (request, reply) => {
    const code = pathCode(request)
    const session = cookieOf(request, cookieName(code))
    if (session !== null) accounts.endSession(session)
    return reply.redirect(`/play/${code}`, 303)
  })
  addRoundRoute(app, world, languageOf, playerOf)
}

function addRoundRoute(
  app: FastifyInstance,
  { accounts }: World,
  languageOf: (request: FastifyRequest, reply: FastifyReply) => Language,
  playerOf: (request: FastifyRequest, code: GameCode) => string | null,
): void {
  app.post('/play/:code/round', async (request, reply) => {
    const code = pathCode(request)
    const texts = PLAY_TEXTS[languageOf(request, reply)]
    const player = playerOf(request, code)
    if (!player) throw new Refused(401, 'NO_SESSION', texts.sessionOver)
    const order = parseInput(roundOrder, request.body)
    const stake = order.stake === 'all' ? accounts.balance(code, player) : parseAmount(order.stake)
    if (stake === null || stake <= 0n) throw new Refused(400, 'BAD_STAKE', texts.badStake)
    if (stake > accounts.balance(code, player)) throw new Refused(409, 'INSUFFICIENT', texts.notEnough)
    const draw = drawRound(categoryOf(code), order.choice)
    if (!draw) throw new Refused(400, 'BAD_REQUEST', 'this game has no such choice')
    const result = resultOf(stake, draw)
    const balance = accounts.applyRound(code, player, result)
    if (balance === null) throw new Refused(409, 'INSUFFICIENT', texts.notEnough)
    const word = result > 0n ? `${texts.won} +` : result < 0n ? `${texts.lost} ` : `${texts.even} `
    return {
      faces: draw.faces,
      outcome: result > 0n ? 'won' : result < 0n ? 'lost' : 'even',
      result: toWire(result),
      message: word + formatMinor(result),
      balance: formatMinor(balance),
    }
  })
}
