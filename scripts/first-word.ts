import type { ChildProcess } from 'node:child_process'

/** What a process says when it is ready; who waits for it fails when it ends instead. */
export function firstWord(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(new Error(`${child.spawnargs.at(-1)} ended with ${signal ?? code} before it was ready`))
    })
  })
}
