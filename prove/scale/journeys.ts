// The players' own journeys, in a browser, against what stands behind the balancer: the same tests that run against one process.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { GivenStage } from '../../e2e/kapao.ts'
import { provideChromium } from '../../scripts/chromium.ts'
import { freePort } from '../../scripts/free-ports.ts'
import { repositoryRoot } from '../../scripts/settings.ts'
import { type Finding, found } from '../bank-test/finding.ts'
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

/**
 * A journey that restarts its Kapao gets an update of it instead, process by process, and one of the API and a worker killed by SIGKILL.
 */
async function openRestarts(stage: ScaledStage, say: (line: string) => void) {
  const server = createServer(async (_, response) => {
    try {
      say(`  ${await stage.deploy()}`)
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
  say: (line: string) => void,
): Promise<Finding[]> {
  const chromium = await provideChromium(say)
  const restarts = await openRestarts(stage, say)
  const given: GivenStage = {
    url: stage.balancerUrl,
    sandboxUrl: stage.sandboxUrl,
    databaseUrl: stage.databaseUrl,
    dataFolder: stage.folder,
    restartUrl: restarts.url,
  }
  const playwright = join(repositoryRoot, 'node_modules', '@playwright', 'test', 'cli.js')
  const files = specs.map((name) => `e2e/${name}.spec.ts`)
  // One at a time: they share what stands there, and each may switch on faults of its own.
  const args = [
    playwright,
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--project=thailand',
    '--workers=1',
    ...files,
  ]
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: { ...process.env, KAPAO_CHROMIUM: chromium, KAPAO_E2E_STAGE: JSON.stringify(given), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => say(text.trimEnd()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  restarts.close()
  return code === 0 ? [] : [found('journey', 'not every journey came to its end, as told above')]
}
