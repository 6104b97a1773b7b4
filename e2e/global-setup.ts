import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logs } from '../scripts/logs.ts'
import { buildDesk, buildWallet } from '../scripts/page-builds.ts'
import { findPreparedCluster } from '../scripts/prepared-cluster.ts'

/**
 * Builds the desk, both wallets and the one in the pseudo-locale before the workers start, so that no two of them build one at the same time; two at once,
 * since everything waits for them. And what each worker's database begins with.
 */
export default async function setup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-build-'))
  mkdirSync(join(folder, 'logs'))
  const logs = new Logs(folder)
  const options = (more: NodeJS.ProcessEnv = {}) => ({
    env: { ...process.env, ...more },
    logs,
    say: () => {},
    started: () => {},
  })
  const waiting = [
    () => buildWallet('th', options({ KAPAO_REGION: 'th' })),
    () => buildWallet('la', options({ KAPAO_REGION: 'la' })),
    () => buildWallet('th', options({ KAPAO_LOCALE_PSEUDO: '1' })),
    () => buildDesk(options()),
    findPreparedCluster,
  ]
  const builder = async () => {
    for (let build = waiting.shift(); build !== undefined; build = waiting.shift()) await build()
  }
  await Promise.all([builder(), builder()])
  logs.close()
  rmSync(folder, { recursive: true, force: true })
}
