// The manners of commands that do their work and end, as process.ts has those of processes that stay.

import { userInfo } from 'node:os'
import { type Database, openDatabase } from './database/database.ts'
import { readRegion } from './environment/config.ts'
import { readDatabaseUrl } from './environment/setting.ts'
import { refuseMisfit } from './operator/region.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

export const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Who has given the command, by the name that the machine has for them: in a container that is nobody's own, and there may be none. */
export function whoCommands(): string {
  try {
    return process.env.SUDO_USER || userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

/** Ends with code 1 and a line of words: where a command stands in the code helps nobody who typed it. */
export async function inWords(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${wordsOf(error)}\n`)
  }
}

/** Works in words on the database that the environment names, where that is of its region. */
export function onDatabase(
  connections: number,
  work: (database: Database, databaseUrl: string) => Promise<void>,
): Promise<void> {
  return inWords(async () => {
    const databaseUrl = readDatabaseUrl(process.env)
    const database = openDatabase(databaseUrl, connections)
    try {
      await refuseMisfit(database, readRegion(process.env))
      await work(database, databaseUrl)
    } finally {
      await database.close()
    }
  })
}
