import { readFile } from 'node:fs/promises'

/** Besides connections: the database's, files of pages and uploads, what Node itself holds. */
const OTHER_FILES = 1_000

/** How many files this process may have open; null where nobody tells, or there is no limit. Node has raised it at its start as far as it may. */
async function mostOpenFiles(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'latin1').catch(() => '')
  const soft = /^Max open files +(\d+)/m.exec(limits)?.[1]
  return soft === undefined ? null : Number(soft)
}

/** What a process may open and what it should, where so many connections are more than it can hold beside the rest: then lines would break, and files not open. */
export async function fewOpenFiles(
  mostConnections: number,
): Promise<{ readonly openFiles: number; readonly wanted: number } | null> {
  const openFiles = await mostOpenFiles()
  const wanted = mostConnections + OTHER_FILES
  return openFiles !== null && openFiles < wanted ? { openFiles, wanted } : null
}
