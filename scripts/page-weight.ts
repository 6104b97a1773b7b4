// What the wallet's pages weigh, in brotli bytes of JavaScript: read from the production build, without a browser, so that no feature adds its
// kilobyte unseen. Prints every page, sheet and part that is loaded by itself; exits 1 when one is over its budget.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logs } from './logs.ts'
import { buildWallet, walletFolder } from './page-builds.ts'
import type { Region } from './settings.ts'
import { type Chunks, overBudget, weighWallet } from './wallet-weights.ts'

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

const folder = await build('th')
const chunks: Chunks = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
const bytesOf = (file: string) => readFileSync(join(folder, `${file}.br`)).length
// What /login is painted from, in one answer: the first that a new connection can carry.
const drawn = ['th', 'la', 'en'].map((locale) => `login.${locale}.html`)
const weights = [
  ...weighWallet(chunks, bytesOf),
  ...drawn.map((name) => ({ name, bytes: bytesOf(name), budget: 14_000 })),
]
for (const { name, bytes, budget } of weights) console.log(`${name.padEnd(40)} ${bytes} of ${budget}`)
const over = overBudget(weights)
for (const line of over) console.error(line)
if (over.length > 0) process.exitCode = 1
