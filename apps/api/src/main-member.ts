import { onDatabase, say } from './command-line.ts'
import { runMemberCommand } from './member/command.ts'

await onDatabase(2, async (database) => say(await runMemberCommand(database, process.argv.slice(2))))
