import { afterAll, beforeAll, beforeEach } from 'vitest'
import { offerBonus, proveBonuses } from './bonuses.ts'
import { startTestServer, type TestServer } from './server.ts'

type Begin = (server: TestServer) => Promise<void> | void

/** One server for a file of tests, none of which is held back by a limit that another has used up. `proves`: what must hold of all they did. */
export function onTestServer(begin: Begin, proves?: (server: TestServer) => Promise<void>): void {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await begin(server)
  })
  afterAll(async () => {
    await proves?.(server)
    await server.stop()
  })
  beforeEach(() => server.database.query('delete from rate_window'))
}

/** One on which the bonus HALF is offered, and whose bonuses add up in the end. */
export function onBonusServer(begin: Begin): void {
  onTestServer(async (server) => {
    await offerBonus(server, 'HALF')
    await begin(server)
  }, proveBonuses)
}
