import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestServer, type TestServer } from './server.ts'

/** One server for a file of tests, none of which is held back by a limit that another has used up. */
export function onTestServer(begin: (server: TestServer) => Promise<void> | void): void {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await begin(server)
  })
  afterAll(() => server.stop())
  beforeEach(() => server.database.query('delete from rate_window'))
}
