import { openDatabase } from './database.ts'
import { MemberCommandError, runMemberCommand } from './member/command.ts'

const { DATABASE_URL: databaseUrl } = process.env
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set\n')
  process.exit(1)
}
const database = openDatabase(databaseUrl, 2)
try {
  process.stdout.write(`${await runMemberCommand(database, process.argv.slice(2))}\n`)
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${error instanceof MemberCommandError ? error.message : String(error)}\n`)
} finally {
  await database.close()
}
