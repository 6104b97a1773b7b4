// The proof itself in a short form, against real processes; and whether it finds what is planted.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PLANTS } from './bank-test/plants.ts'

const MINUTE_MS = 60_000
/** The seed of the short form: the same kills and the same wishes each time, as far as two machines can be alike. */
const SEED = '20'

function prove(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crash.ts'), ...args])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

it(
  'nothing is lost, doubled or shown wrong while every process is killed again and again',
  async () => {
    const { code, said } = await prove('--seconds', '60', '--seed', SEED)
    expect(said).toContain('nothing was lost, doubled or shown wrong')
    expect(code).toBe(0)
    // Each was killed at least once.
    expect(said).toMatch(/kills: api [1-9]\d*, worker [1-9]\d*, sandbox [1-9]\d*, postgresql [1-9]\d*/)
  },
  5 * MINUTE_MS,
)

const SIGNS: Readonly<Record<string, RegExp>> = {
  'unlocked-balance': /wrong-total +\d+ FOUND/,
  'lost-transit': /wrong-total +\d+ FOUND/,
  'doubled-credit': /differs-from-bank +\d+ FOUND/,
}

// Beside each other: they wait more than they work.
it.concurrent.each(PLANTS)(
  'a planted fault is found: %s',
  async (plant) => {
    const { code, said } = await prove('--seconds', '12', '--seed', SEED, '--calm', '--plant', plant)
    expect(said).toMatch(SIGNS[plant] ?? /no sign/)
    expect(code).toBe(1)
  },
  4 * MINUTE_MS,
)
