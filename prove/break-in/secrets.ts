// Processes that are told that they are in production, with a secret that is missing or known to everybody.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { TRUELINK_DEFAULT_SECRET } from '@kapao/contract/truelink'
import { repositoryRoot } from '../../scripts/settings.ts'
import type { Attack, Ground } from './attack.ts'

const KNOWN = {
  KAPAO_FEED_SECRET: 'kapao-feed',
  KAPAO_SEAL_SECRET: 'kapao-seal',
  KAPAO_TRUELINK_SECRET: TRUELINK_DEFAULT_SECRET,
}
/** One that starts goes on for ever. */
const ENDS_WITHIN_MS = 300_000
const ENTRIES = ['main-api', 'main-worker', 'main-migrate']

/** What a process that does not start says; null when it has to be stopped. */
function lastWords(entry: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const child = spawn(process.execPath, [join(repositoryRoot, 'apps/api/src', `${entry}.ts`)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code === 1 ? said : null)
    }),
  )
}

async function run({ stage, secrets, isShort, say }: Ground): Promise<string[]> {
  const { KAPAO_MODE: _, ...inherited } = process.env
  const good = {
    ...inherited,
    KAPAO_MODE: 'production',
    DATABASE_URL: stage.databaseUrl,
    KAPAO_FEED_SECRET: secrets.feed,
    KAPAO_SEAL_SECRET: secrets.seal,
    KAPAO_TRUELINK_SECRET: secrets.truelink,
    KAPAO_GATEWAY_URL: stage.sandboxUrl,
    PORT: '0',
  }
  const findings: string[] = []
  let tried = 0
  for (const [name, known] of Object.entries(KNOWN)) {
    for (const entry of isShort ? ENTRIES.slice(0, 1) : ENTRIES) {
      for (const value of isShort ? [known] : [undefined, known]) {
        const words = await lastWords(entry, { ...good, [name]: value })
        tried += 1
        const what = `${entry} with ${value === undefined ? 'no' : 'the known'} ${name}`
        if (words === null) findings.push(`${what} did not end by itself with code 1`)
        else if (!words.includes(`${name} must be set to a secret of your own in production`))
          findings.push(`${what} did not say why it ended`)
      }
    }
  }
  say(`${tried} starts refused, each with the name of what is missing`)
  return findings
}

export const secretsLeft: Attack = {
  name: 'secrets',
  holds: 'no process starts in production with a secret that is missing or known to everybody',
  run,
}
