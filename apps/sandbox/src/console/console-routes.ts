import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { drawSlip, SLIP_VARIANTS } from '../bank/slip-image.ts'
import { GAME_CODES } from '../games/catalogue.ts'
import { pickLanguage, regionLanguage } from '../language.ts'
import { parseInput, Refused } from '../wire.ts'
import type { World } from '../world.ts'
import { consolePage } from './console-page.ts'
import { livePanels } from './console-panels.ts'

const slipPath = v.object({ file: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}\.png$/, 'no slip')) })
const slipQuery = v.object({ variant: v.optional(v.picklist(SLIP_VARIANTS)) })
const liveQuery = v.object({ game: v.optional(v.picklist(GAME_CODES), 'PG') })

export function addConsoleRoutes(app: FastifyInstance, world: World): void {
  app.get('/', async (request, reply) => {
    const language = pickLanguage(request, reply, regionLanguage(world.region))
    return reply
      .type('text/html; charset=utf-8')
      .send(consolePage(language, livePanels(world, language, 'PG')))
  })

  app.get('/console/slips/:file', async (request, reply) => {
    const { file } = parseInput(slipPath, request.params)
    const { variant } = parseInput(slipQuery, request.query)
    const transfer = world.ledger.find(file.slice(0, -'.png'.length))
    if (!transfer) throw new Refused(404, 'NOT_FOUND', 'no such transfer')
    return reply.type('image/png').send(drawSlip(transfer, variant ?? null))
  })

  app.get('/console/live', async (request, reply) => {
    const { game } = parseInput(liveQuery, request.query)
    const panels = livePanels(world, pickLanguage(request, reply, regionLanguage(world.region)), game)
    return Object.fromEntries(Object.entries(panels).map(([name, markup]) => [name, markup.text]))
  })
}
