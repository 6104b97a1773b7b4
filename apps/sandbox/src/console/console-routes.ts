import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { GAME_CODES } from '../games/catalogue.ts'
import { pickLanguage, regionLanguage } from '../language.ts'
import { parseInput } from '../wire.ts'
import type { World } from '../world.ts'
import { consolePage } from './console-page.ts'
import { livePanels } from './console-panels.ts'

const liveQuery = v.object({ game: v.optional(v.picklist(GAME_CODES), 'PG') })

export function addConsoleRoutes(app: FastifyInstance, world: World): void {
  app.get('/', async (request, reply) => {
    const language = pickLanguage(request, reply, regionLanguage(world.region))
    return reply
      .type('text/html; charset=utf-8')
      .send(consolePage(language, livePanels(world, language, 'PG')))
  })

  app.get('/console/live', async (request, reply) => {
    const { game } = parseInput(liveQuery, request.query)
    const panels = livePanels(world, pickLanguage(request, reply, regionLanguage(world.region)), game)
    return Object.fromEntries(Object.entries(panels).map(([name, markup]) => [name, markup.text]))
  })
}
