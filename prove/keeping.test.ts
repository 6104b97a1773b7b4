// The proof in its short form, against real processes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it(
  'a lost machine comes back equal, what happened after the backup is told, and what is planted is found',
  async () => {
    const program = join(import.meta.dirname, 'keeping.ts')
    const child = spawn(process.execPath, [program, '--seconds', '8', '--members', '4'])
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(said).toContain('nothing was lost, and everything that differs was told')
    expect(code).toBe(0)
    expect(said.match(/^ok {5}/gm)?.length).toBeGreaterThan(15)
  },
  8 * 60_000,
)
