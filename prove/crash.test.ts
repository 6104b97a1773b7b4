// The proof itself in a short form, against real processes; and whether it finds what is planted.
import { expect, it } from 'vitest'
import { PLANTS } from './bank-test/plants.ts'
import { ENDS_WITHIN_MS, prove } from './run-proof.ts'

/** The seed of the short form: the same kills and the same wishes each time, as far as two machines can be alike. */
const SEED = '20'

it(
  'nothing is lost, doubled or shown wrong while every process is killed again and again',
  async () => {
    const { code, said } = await prove('crash.ts', '--seconds', '60', '--seed', SEED)
    expect(said).toContain('nothing was lost, doubled or shown wrong')
    expect(code).toBe(0)
    // Each was killed at least once.
    expect(said).toMatch(/kills: api [1-9]\d*, worker [1-9]\d*, sandbox [1-9]\d*, postgresql [1-9]\d*/)
  },
  ENDS_WITHIN_MS,
)

const SIGNS: Readonly<Record<string, RegExp>> = {
  'unlocked-balance': /wrong-total +\d+ FOUND/,
  'lost-transit': /wrong-total +\d+ FOUND/,
  'doubled-credit': /differs-from-bank +\d+ FOUND/,
  // The purse by what was promised, and the ledger by the tables that its movements are of.
  'doubled-reward': /wrong-total +\d+ FOUND.*differs-from-itself +\d+ FOUND/s,
}

it.each(PLANTS)(
  'a planted fault is found: %s',
  async (plant) => {
    const { code, said } = await prove(
      'crash.ts',
      '--seconds',
      '9',
      '--seed',
      SEED,
      '--calm',
      '--plant',
      plant,
    )
    expect(said).toMatch(SIGNS[plant] ?? /no sign/)
    expect(code).toBe(1)
  },
  ENDS_WITHIN_MS,
)
