import { toTypedText } from '@kapao/money/currency'
import { formatMinor } from '@kapao/money/format'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import { parseRatio } from '@kapao/money/ratio'
import { describe, expect, it } from 'vitest'
import {
  everything,
  isBeyondKnown,
  judge,
  maybeElsewhere,
  movesNothing,
  type Place,
  quickSteps,
  roundedAmount,
  wholeSteps,
} from './transfer-rules.ts'

const baht = (text: string): Minor => fromMinorUnits(text.replace('.', ''))
const place = (code: string, available: string, ratio: string | null, isActive = true): Place => ({
  code,
  name: code,
  available: baht(available),
  ratio: ratio === null ? null : parseRatio(ratio),
  isActive,
})
const places = [
  place('WALLET', '1000.55', null),
  place('PG', '20.00', '1'),
  place('JOKER2', '500.00', '10'),
  place('KIP', '5000.00', '1000'),
  place('ODD', '100.00', '0.3'),
  place('CENTS', '0.15', '1'),
  place('CLOSED', '0.00', '1', false),
]
const draft = (amount: string, from = 'WALLET', to = 'PG') => ({ from, to, amount })

describe('a purse of more than one transfer may move', () => {
  const rich = [place('WALLET', '150000000.00', null), place('PG', '0.00', '1000')]

  it('offers as much as that', () => {
    expect(formatMinor(everything(draft(''), rich, 'THB'))).toBe('100,000,000.00')
    expect(judge(draft('100,000,000'), rich, 'THB')).toMatchObject({ kind: 'ready' })
  })

  it('is told so of more, and not that it holds too little', () => {
    expect(judge(draft('100,000,000.01'), rich, 'THB')).toEqual({ kind: 'problem', problem: 'maximum' })
  })
})

describe('a transfer', () => {
  it.each([
    ['no source', draft('10', ''), 'select-account'],
    ['no target', draft('10', 'WALLET', ''), 'select-account'],
    ['a game that is not open', draft('10', 'WALLET', 'CLOSED'), 'select-account'],
    ['a game that does not exist', draft('10', 'WALLET', 'NONE'), 'select-account'],
    ['the same place twice', draft('10', 'PG', 'PG'), 'same-account'],
    ['an amount that cannot be read', draft('1.2.3'), 'unreadable'],
    ['an amount beyond all amounts', draft('100,000,000.01'), 'not-enough'],
    ['less than 1', draft('0.99'), 'minimum'],
    ['more than there is', draft('1000.56'), 'not-enough'],
    ['less than 1, of a game that may hold more by now', draft('0.5', 'CENTS', 'WALLET'), 'minimum'],
    ['less than one step', draft('9.99', 'WALLET', 'KIP'), 'no-step'],
  ] as const)('is held back: %s', (_name, given, problem) => {
    expect(judge(given, places, 'THB')).toEqual({ kind: 'problem', problem })
  })

  it('out of less than 1 is none, whatever is typed', () => {
    const poor = [place('WALLET', '0.15', null), place('JOKER2', '500.00', '10')]
    for (const typed of ['0.1', '0.15', '1', '20', '100,000,000.01']) {
      expect(judge(draft(typed, 'WALLET', 'JOKER2'), poor, 'THB')).toEqual({
        kind: 'problem',
        problem: 'under-minimum',
      })
    }
  })

  it('may be of 1 exactly, the least there is', () => {
    const one = baht('1.00')
    expect(judge(draft('1'), places, 'THB')).toEqual({ kind: 'ready', amount: one, typed: one })
  })

  it.each(['', '0', '0.00', '๐'])('of "%s" moves nothing, wherever from', (amount) => {
    for (const from of ['WALLET', '', 'PG'])
      expect(judge(draft(amount, from, 'PG'), places, 'THB')).toEqual({ kind: 'nothing' })
  })

  it('may be all there is, to the last satang', () => {
    const all = baht('1000.55')
    expect(judge(draft('1,000.55'), places, 'THB')).toEqual({ kind: 'ready', amount: all, typed: all })
  })

  it('is rounded down to a whole step of the game, in both directions', () => {
    const rounded = { kind: 'ready', amount: baht('12.30'), typed: baht('12.34') }
    expect(judge(draft('12.34', 'WALLET', 'JOKER2'), places, 'THB')).toEqual(rounded)
    expect(judge(draft('12.34', 'JOKER2', 'WALLET'), places, 'THB')).toEqual(rounded)
  })

  it('tells the rounded amount only when it differs from the typed one', () => {
    expect(roundedAmount(draft('12.34', 'WALLET', 'JOKER2'), places, 'THB')).toBe(baht('12.30'))
    expect(roundedAmount(draft('12.30', 'WALLET', 'JOKER2'), places, 'THB')).toBeNull()
    expect(roundedAmount(draft('99999'), places, 'THB')).toBeNull()
  })

  it('between two games is a whole step of both', () => {
    const [wallet, joker, kip, odd] = [places[0], places[2], places[3], places[4]]
    if (!wallet || !joker || !kip || !odd) throw new Error('places')
    expect(wholeSteps(baht('123.45'), joker, kip)).toBe(baht('120.00'))
    expect(wholeSteps(baht('12.34'), odd, joker)).toBe(baht('12.30'))
    expect(wholeSteps(baht('12.34'), wallet, wallet)).toBe(baht('12.34'))
  })

  it.each([
    ['', 'THB', true],
    ['  ', 'THB', true],
    ['0', 'THB', true],
    ['0.00', 'LAK', true],
    ['0.01', 'THB', false],
    ['0,5', 'LAK', false],
    ['-1', 'THB', false],
  ] as const)('of "%s" %s moves nothing: %s', (typed, currency, isNothing) => {
    expect(movesNothing(typed, currency)).toBe(isNothing)
  })

  it('of everything leaves only what is no whole step', () => {
    expect(everything(draft('', 'WALLET', 'JOKER2'), places, 'THB')).toBe(baht('1000.50'))
    expect(everything(draft('', 'WALLET', ''), places, 'THB')).toBe(baht('1000.55'))
    expect(everything(draft('', '', 'PG'), places, 'THB')).toBe(0n)
  })

  it('of everything in kip leaves what no coin can pay, so that the field can be read', () => {
    const kip = everything(draft('', 'WALLET', ''), places, 'LAK')
    expect(kip).toBe(baht('1000.00'))
    expect(judge(draft(toTypedText('LAK', kip), 'WALLET', 'PG'), places, 'LAK').kind).toBe('ready')
  })

  it('of everything in kip is of whole kip and of whole steps, where a step is neither', () => {
    const laos = [place('WALLET', '1000.55', null), place('PG', '994.50', '650')]
    for (const all of [
      everything(draft(''), laos, 'LAK'),
      everything(draft('', 'PG', 'WALLET'), laos, 'LAK'),
    ]) {
      expect(all).toBe(baht('988.00'))
      expect(judge(draft(toTypedText('LAK', all)), laos, 'LAK')).toEqual({
        kind: 'ready',
        amount: all,
        typed: all,
      })
    }
  })

  it('out of a game may be more than the game was last known to hold, and is told to be so', () => {
    expect(judge(draft('20.01', 'PG', 'WALLET'), places, 'THB')).toMatchObject({ kind: 'ready' })
    expect(isBeyondKnown(draft('20.01', 'PG', 'WALLET'), places, 'THB')).toBe(true)
    expect(isBeyondKnown(draft('20', 'PG', 'WALLET'), places, 'THB')).toBe(false)
    expect(isBeyondKnown(draft('1000.56'), places, 'THB')).toBe(false)
  })

  it('of all may find something in any open game, whatever it was last known to hold', () => {
    const [wallet, empty] = [place('WALLET', '0.00', null), place('PG', '0.00', '1')]
    expect(maybeElsewhere(wallet, [wallet, empty])).toBe(true)
    expect(maybeElsewhere(wallet, [wallet, { ...empty, isActive: false }])).toBe(false)
    expect(maybeElsewhere(empty, [wallet, empty])).toBe(false)
    expect(maybeElsewhere(empty, [place('WALLET', '0.01', null), empty])).toBe(true)
  })

  it('offers only quick amounts that are there', () => {
    expect(quickSteps(draft('', 'JOKER2', 'WALLET'), places, 'THB')).toEqual([baht('100.00'), baht('500.00')])
    expect(quickSteps(draft('', 'PG', 'WALLET'), places, 'THB')).toEqual([])
  })
})
