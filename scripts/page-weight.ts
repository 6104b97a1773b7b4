// What the wallet's pages weigh, in brotli bytes of JavaScript: read from the production build, without a browser, so that no feature adds its
// kilobyte unseen. Prints every page, sheet and part that is loaded by itself; exits 1 when one is over its budget.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logs } from './logs.ts'
import { buildWallet, walletFolder } from './page-builds.ts'
import type { Region } from './settings.ts'
import { overBudget, weighBuild } from './wallet-weights.ts'

async function build(region: Region): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-weight-'))
  mkdirSync(join(folder, 'logs'))
  const logs = new Logs(folder)
  try {
    const env = { ...process.env, KAPAO_REGION: region }
    await buildWallet(region, { env, logs, say: () => {}, started: () => {} })
  } finally {
    logs.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return walletFolder(region)
}

const weights = weighBuild(await build('th'))
for (const { name, bytes, budget } of weights) console.log(`${name.padEnd(40)} ${bytes} of ${budget}`)
const over = overBudget(weights)
for (const line of over) console.error(line)
if (over.length > 0) process.exitCode = 1
