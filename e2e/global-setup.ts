import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logs } from '../scripts/logs.ts'
import { buildDesk, buildWallet } from '../scripts/page-builds.ts'

/** Builds the desk, both wallets and the one in the pseudo-locale before the workers start, so that no two of them build one at the same time. */
export default async function setup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-build-'))
  mkdirSync(join(folder, 'logs'))
  const logs = new Logs(folder)
  await buildDesk({ env: process.env, logs, say: () => {}, started: () => {} })
  for (const region of ['th', 'la'] as const) {
    const env = { ...process.env, KAPAO_REGION: region }
    await buildWallet(region, { env, logs, say: () => {}, started: () => {} })
  }
  const env = { ...process.env, KAPAO_LOCALE_PSEUDO: '1' }
  await buildWallet('th', { env, logs, say: () => {}, started: () => {} })
  logs.close()
  rmSync(folder, { recursive: true, force: true })
}
