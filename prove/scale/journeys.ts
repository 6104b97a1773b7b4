// The players' own journeys, in a browser, against what stands behind the balancer: the same tests that run against one process.
import { createServer } from 'node:http'
import type { GivenStage } from '../../e2e/kapao.ts'
import { provideChromium } from '../../scripts/chromium.ts'
import { freePort } from '../../scripts/free-ports.ts'
import { type Finding, found } from '../bank-test/finding.ts'
import { runSpecs } from '../browser.ts'
import type { ScaledStage } from './scaled-stage.ts'

/** Every way of money, files that one process takes and another serves, sockets on several processes, sessions ended elsewhere. */
export const SPECS = [
  'money-path',
  'deposit',
  'transfer',
  'withdraw',
  'bonus',
  'slips',
  'gifts',
  'chat',
  'chat-line',
  'both-ends',
  'session',
  'profile',
]

/** The short form: the whole way of the money, once. */
export const SHORT = { spec: 'money-path', title: 'a new player in th', midway: '/api/qrcode/' }

/**
 * A journey that restarts its Kapao gets an update of it instead, process by process, and one of the API and a worker killed by SIGKILL; in
 * the short form the kill alone.
 */
async function openRestarts(stage: ScaledStage, isShort: boolean, say: (line: string) => void) {
  const server = createServer(async (_, response) => {
    try {
      if (!isShort) say(`  ${await stage.deploy()}`)
      say(`  ${await stage.killOne()}`)
      response.end()
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

export async function walkJourneys(
  stage: ScaledStage,
  specs: readonly string[],
  isShort: boolean,
  say: (line: string) => void,
): Promise<Finding[]> {
  const chromium = await provideChromium(say)
  const restarts = await openRestarts(stage, isShort, say)
  const given: GivenStage = {
    url: stage.balancerUrl,
    sandboxUrl: stage.sandboxUrl,
    databaseUrl: stage.databaseUrl,
    dataFolder: stage.folder,
    restartUrl: restarts.url,
  }
  // One at a time: they share what stands there, and each may switch on faults of its own.
  const env = { KAPAO_E2E_STAGE: JSON.stringify(given) }
  const only = isShort ? { title: SHORT.title } : {}
  // In the middle of it: the code is there to be paid, and who wrote it is gone.
  const midway = isShort ? stage.killOne(SHORT.midway).then((done) => say(`  ${done}`)) : null
  const isFine = await runSpecs({ specs, ...only, workers: 1, chromium, env, say })
  restarts.close()
  // Without such a call there was no kill either, and nobody waits for it: the journey has failed.
  if (isFine) await midway
  return isFine ? [] : [found('journey', 'not every journey came to its end, as told above')]
}
