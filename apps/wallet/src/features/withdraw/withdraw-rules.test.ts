import { fromMinorUnits } from '@kapao/money/minor'
import { parseRatio } from '@kapao/money/ratio'
import { describe, expect, it } from 'vitest'
import type { ActiveBonus } from '../../lib/condition.ts'
import {
  everything,
  isBeyondKnown,
  isBeyondMending,
  isCapped,
  isHeldBack,
  isSure,
  judge,
  keptByGames,
  usable,
} from './withdraw-rules.ts'

const total = fromMinorUnits(100_055n)
const limits = { withdrawMin: fromMinorUnits(10_000n), withdrawMax: fromMinorUnits(50_000n) }
const within = { total, limits, currency: 'THB', isSure: true }

describe('a withdrawal', () => {
  it.each([
    ['99.99', 'minimum'],
    ['0', 'minimum'],
    ['500.01', 'maximum'],
    ['100,000,000.01', 'maximum'],
    ['1.2.3', 'unreadable'],
    ['-5', 'unreadable'],
  ] as const)('of %s is held back: %s', (typed, problem) => {
    expect(judge(typed, within)).toEqual({ kind: 'problem', problem })
  })

  it('may be the minimum, the maximum and anything between', () => {
    for (const typed of ['100', '500.00', '๒๕๐.๕']) expect(judge(typed, within).kind).toBe('ready')
  })

  it('is never more than there is', () => {
    expect(judge('200', { ...within, total: fromMinorUnits(19_999n) })).toEqual({
      kind: 'problem',
      problem: 'not-enough',
    })
  })

  it('out of less than the minimum is none, whatever is typed, and told while it is typed', () => {
    const poor = { ...within, total: fromMinorUnits(9_999n) }
    for (const typed of ['0.01', '99.99', '100', '500.01', '100,000,000.01']) {
      const judged = judge(typed, poor)
      expect(judged).toEqual({ kind: 'problem', problem: 'under-minimum' })
      expect(isBeyondMending(judged)).toBe(true)
    }
    expect(judge('99.99', { ...poor, total: limits.withdrawMin })).toMatchObject({ problem: 'minimum' })
    // A game that was not asked may hold the rest.
    expect(judge('99.99', { ...poor, isSure: false })).toMatchObject({ problem: 'minimum' })
    expect(judge('100', { ...poor, isSure: false }).kind).toBe('ready')
  })

  it('above both limits is told the smaller one, or the amount mended by it would be refused again', () => {
    const poor = { ...within, total: fromMinorUnits(49_999n) }
    for (const typed of ['500.01', '100,000,000.01']) {
      expect(judge(typed, poor)).toEqual({ kind: 'problem', problem: 'not-enough' })
    }
    expect(judge('500.01', { ...within, total: limits.withdrawMax })).toEqual({
      kind: 'problem',
      problem: 'not-enough',
    })
  })

  it('is too much as soon as it is above what can be withdrawn, and never while more digits may mend it', () => {
    const isTold = (typed: string) => isBeyondMending(judge(typed, within))
    expect(['500.01', '99999', '100,000,000.01'].filter(isTold)).toHaveLength(3)
    expect(['', '5', '99.99', '500', '1.2.3'].filter(isTold)).toEqual([])
  })

  it('is capped by the maximum only where there is more', () => {
    expect(isCapped(within)).toBe(true)
    expect(isCapped({ ...within, total: limits.withdrawMax })).toBe(false)
    expect(isCapped({ ...within, limits: null })).toBe(false)
  })

  it('is left to the server where no limits are known', () => {
    expect(judge('0.01', { ...within, limits: null }).kind).toBe('ready')
    expect(judge('0', { ...within, limits: null })).toEqual({ kind: 'problem', problem: 'minimum' })
  })

  it('has no limits to be judged by where no amount could be within them', () => {
    const of = (min: bigint, max: bigint) => ({
      withdrawMin: fromMinorUnits(min),
      withdrawMax: fromMinorUnits(max),
    })
    for (const none of [of(0n, 0n), of(10_000n, 5_000n)]) expect(usable(none, 'THB')).toBeNull()
    for (const some of [of(1n, 1n), of(50_000n, 50_000n)]) expect(usable(some, 'THB')).toEqual(some)
    expect(usable(of(0n, 50_000n), 'THB')).toEqual(of(1n, 50_000n))
    expect(usable(of(0n, 50_000n), 'LAK')).toEqual(of(100n, 50_000n))
    expect(usable(null, 'THB')).toBeNull()
  })

  it('is sure of what there is only while no game is open', () => {
    const ratio = parseRatio('10')
    if (!ratio) throw new Error('ratio')
    const game = { amount: fromMinorUnits(105n), ftWalletSlot: ratio }
    const rest = { code: 'J', name: 'J', category: 'slot', logo: '', background: '', isActive: true } as const
    const links = { web: null, android: null, ios: null }
    const slots = [{ ...game, ...rest, ...links }]
    expect(isSure({ slots })).toBe(false)
    expect(isSure({ slots: slots.map((slot) => ({ ...slot, isActive: false })) })).toBe(true)
  })

  it('for which too little came together tells which games kept some, and what can be withdrawn at once', () => {
    const ftWalletSlot = parseRatio('0.5')
    if (!ftWalletSlot) throw new Error('ratio')
    const slots = [
      { name: 'Lotus Lantern', amount: fromMinorUnits(30_000n), ftWalletSlot },
      { name: 'Night Market', amount: fromMinorUnits(1n), ftWalletSlot },
      { name: 'Goal Line', amount: fromMinorUnits(0n), ftWalletSlot },
    ]
    const kept = (walletMinor: bigint, askedMinor: bigint) =>
      keptByGames(
        { wallet: { amount: fromMinorUnits(walletMinor) }, slots },
        fromMinorUnits(askedMinor),
        within,
      )
    expect(kept(40_000n, 45_000n)).toEqual({ games: ['Lotus Lantern'], now: 40_000n })
    // Less than the least that may be withdrawn, and as much as was refused.
    expect(kept(9_999n, 45_000n).now).toBeNull()
    expect(kept(45_000n, 45_000n).now).toBeNull()
    expect(keptByGames({ wallet: { amount: total }, slots: [] }, total, within)).toEqual({
      games: [],
      now: 50_000n,
    })
  })

  it('of more than the games were last known to hold is left to the server, within the limits', () => {
    const won = { ...within, total: fromMinorUnits(2_000n), isSure: false }
    expect(judge('500', won)).toEqual({ kind: 'ready', amount: 50_000n })
    expect(judge('700', { ...won, limits: null })).toEqual({ kind: 'ready', amount: 70_000n })
    for (const typed of ['500.01', '100,000,000.01']) {
      expect(judge(typed, won)).toEqual({ kind: 'problem', problem: 'maximum' })
    }
    expect(judge('99.99', won)).toEqual({ kind: 'problem', problem: 'minimum' })
    expect(['', '20', '20.01', '500'].filter((typed) => isBeyondKnown(typed, won))).toEqual(['20.01', '500'])
    expect(isBeyondKnown('500', { ...won, isSure: true })).toBe(false)
  })

  it('of all is as much as one withdrawal may be', () => {
    expect(everything(within)).toBe(50_000n)
    expect(everything({ ...within, total: fromMinorUnits(123n) })).toBe(123n)
    expect(everything({ ...within, limits: null })).toBe(total)
  })

  it('of kip is of whole kip, and so is all', () => {
    const kip = { ...within, limits: null, currency: 'LAK' }
    for (const typed of ['500.5', '500,05', '1.000']) {
      expect(judge(typed, kip)).toEqual({ kind: 'problem', problem: 'unreadable' })
    }
    for (const typed of ['500', '500.00', '໑,໐໐໐']) expect(judge(typed, kip).kind).toBe('ready')
    expect(everything(kip)).toBe(100_000n)
  })
})

describe('a bonus', () => {
  const running: ActiveBonus = {
    status: true,
    type: 'bonus',
    state: 'running',
    total,
    successAt: fromMinorUnits(150_000n),
  }
  it.each([
    ['that is in play', running, true],
    ['whose goal is reached', { ...running, successAt: total }, false],
    ['that waits for a deposit', { ...running, state: 'chosen' }, false],
    ['of which nothing else is known', { status: true, type: 'bonus' }, false],
  ] as const)('%s leaves an amount to fill in, or none', (_which, active, isHeld) => {
    expect(isHeldBack(active)).toBe(isHeld)
  })
})
