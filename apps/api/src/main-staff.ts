import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { inWords, onDatabase, say } from './command-line.ts'
import type { Database } from './database/database.ts'
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
const { KAPAO_BREACHED_PASSWORDS: breachedPasswords } = process.env
const work = (database: Database, databaseUrl: string) =>
  runStaffCommand(database, words, {
    say,
    askPassword: process.stdin.isTTY ? askPassword : null,
    ask,
    breachedPasswords: breachedPasswords || null,
    sealKeys: () => readShellSealKeys(process.env, databaseUrl, say),
  })
// What there is to say is told without a database, too.
if (words.length === 0) await inWords(() => Promise.reject(new StaffCommandError(USAGE)))
else await onDatabase(2, work)
