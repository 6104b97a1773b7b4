import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { readRegion } from './config.ts'
import { openDatabase } from './database.ts'
import { databaseMisfit } from './operator/region.ts'
import { runStaffCommand, StaffCommandError, USAGE } from './staff/command.ts'
import { readShellSealKeys } from './staff/shell-seal-key.ts'

/** Asks without showing what is typed. */
function askPassword(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stdout.write(question)
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      lines.close()
      process.stdout.write('\n')
      resolve(line)
    })
    lines.once('SIGINT', () => {
      process.stdout.write('\n')
      process.exit(130)
    })
  })
}

/** One line, shown as it is typed; what a pipe says counts too. */
async function ask(question: string): Promise<string> {
  process.stdout.write(question)
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
  }
}

const words = process.argv.slice(2)
const { DATABASE_URL: databaseUrl, KAPAO_BREACHED_PASSWORDS: breachedPasswords } = process.env
if (words.length === 0 || !databaseUrl) {
  process.stderr.write(`${databaseUrl ? USAGE : 'DATABASE_URL is not set'}\n`)
  process.exit(1)
}
const say = (line: string) => void process.stdout.write(`${line}\n`)
const database = openDatabase(databaseUrl, 2)
try {
  const misfit = await databaseMisfit(database, readRegion(process.env))
  if (misfit !== null) throw new StaffCommandError(misfit)
  await runStaffCommand(database, words, {
    say,
    askPassword: process.stdin.isTTY ? askPassword : null,
    ask,
    breachedPasswords: breachedPasswords || null,
    sealKeys: () => readShellSealKeys(process.env, databaseUrl, say),
  })
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${error instanceof StaffCommandError ? error.message : String(error)}\n`)
} finally {
  await database.close()
}
