import { readRegion } from './config.ts'
import { openDatabase } from './database.ts'
import { MemberCommandError, runMemberCommand } from './member/command.ts'
import { databaseMisfit } from './operator/region.ts'

const { DATABASE_URL: databaseUrl } = process.env
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set\n')
  process.exit(1)
}
const database = openDatabase(databaseUrl, 2)
try {
  const misfit = await databaseMisfit(database, readRegion(process.env))
  if (misfit !== null) throw new MemberCommandError(misfit)
  process.stdout.write(`${await runMemberCommand(database, process.argv.slice(2))}\n`)
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${error instanceof MemberCommandError ? error.message : String(error)}\n`)
} finally {
  await database.close()
}
