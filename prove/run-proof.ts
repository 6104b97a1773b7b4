import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** It ends what hangs: how long a proof takes on this machine proves nothing. */
export const ENDS_WITHIN_MS = 30 * 60_000

/** Runs a proof as its command does; what it said goes to the log of the test's run when the test fails. */
export function prove(file: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}
