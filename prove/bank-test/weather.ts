// What goes wrong outside, drawn at random: each fault befalls the next call or two that it can befall.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import { GAMES, type World } from './players.ts'
import { ask } from './wire.ts'

const GAME_FAULTS = [
  'refuse',
  'timeout-before',
  'timeout-after',
  'error-after',
  'duplicate-id',
  'round-open',
  'partial',
  'late-status',
  'wrong-ratio',
  'slow',
  'stale-balance',
  'locked-funds',
  'maintenance',
  'no-cancel',
]
const BANK_FAULTS = ['late', 'twice', 'out-of-order', 'silent', 'late-pay', 'refuse-payout', 'payout-timeout']
const VOUCHER_FAULTS = ['timeout-after', 'expired', 'taken', 'no-ticket']

const SHORTEST_CALM_MS = 100
const LONGEST_CALM_MS = 700

/** Answers how many faults were switched on. */
export async function stormUntil(isOver: () => boolean, { sandboxUrl }: World, dice: Dice): Promise<number> {
  let count = 0
  while (!isOver()) {
    const [target, faults] = dice.weigh([
      { weight: 6, what: [`game:${dice.pick(GAMES)}`, GAME_FAULTS] as const },
      { weight: 4, what: ['bank', BANK_FAULTS] as const },
      { weight: 1, what: ['voucher', VOUCHER_FAULTS] as const },
    ])
    const body = { target, fault: dice.pick(faults), times: dice.between(1, 2) }
    const outcome = await ask(`${sandboxUrl}/control/faults`, 'POST', { body })
    if (outcome.kind === 'ok') count += 1
    await sleep(dice.between(SHORTEST_CALM_MS, LONGEST_CALM_MS))
  }
  return count
}

export async function clearUp({ sandboxUrl }: World): Promise<void> {
  const outcome = await ask(`${sandboxUrl}/control/faults`, 'DELETE')
  if (outcome.kind !== 'ok') throw new Error('the faults could not be switched off')
}
