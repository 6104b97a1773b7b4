// Whether the check of what a member is shown finds what it is there for.
import { describe, expect, it } from 'vitest'
import type { OurBooks } from './books.ts'
import { checkShown } from './check-shown.ts'
import type { Shown } from './shown.ts'
import { MALI, ours, shown, theirs } from './sound-books.ts'

const [first, ...others] = shown.lines
const [moveIn, moveOut] = ours.transfers
if (!first || !moveIn || !moveOut) throw new Error('the story is too short')

function showing(lines: Shown['lines']): Partial<Shown> {
  return { lines, total: lines.length }
}

it('a member who is shown what the books have', () => {
  expect(checkShown(shown, ours, theirs)).toEqual([])
})

describe('a member is shown', () => {
  const wrong: readonly [string, Partial<Shown>, string][] = [
    ['more than there is in the wallet', { wallet: 76_00n }, 'is shown 7600, the books have 7500'],
    ['no amount', { wallet: null }, 'is shown null, the books have 7500'],
    ['more than the game has', { credits: new Map([['PG', 21_00n]]) }, 'is shown 2100 at PG, which has 2000'],
    ['a line twice', showing([first, ...shown.lines]), 'is shown 2 of bonus SUCCESS 2000'],
    ['a line too few', showing(others), 'is shown 0 of bonus SUCCESS 2000'],
    [
      'another amount',
      showing([{ ...first, amount: 21_00n }, ...others]),
      'is shown 1 of bonus SUCCESS 2100 from SYSTEM to WALLET, the books have 0',
    ],
    [
      'another end',
      showing([{ ...first, status: 'FAILED' }, ...others]),
      'is shown 1 of bonus FAILED 2000 from SYSTEM to WALLET, the books have 0',
    ],
    [
      'what ended as under way',
      showing([{ ...first, status: 'PENDING' }, ...others]),
      'is shown bonus PENDING 2000 from SYSTEM to WALLET although all is quiet',
    ],
    ['another number of lines than there are', { total: 8 }, 'is told of 8 lines and shown 7'],
  ]
  it.each(wrong)('%s', (_, change, detail) => {
    const findings = checkShown({ ...shown, ...change }, ours, theirs)
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['shown-wrong']))
    expect(findings.map((finding) => finding.detail).join('\n')).toContain(`${MALI} ${detail}`)
  })
})

describe('of what was refused', () => {
  const refused: OurBooks = {
    ...ours,
    transfers: [
      ...ours.transfers,
      { ...moveOut, id: 't-3', key: 'k-3', state: 'refused', amount: 7_00n, moved: null },
    ],
  }
  const line = { type: 'transfer', status: 'FAILED', from: 'PG', to: 'WALLET', amount: 7_00n }
  const told: OurBooks = {
    ...refused,
    intents: [...ours.intents, { member: MALI, key: 'k-3', status: 202, answer: { status: 'IN_PROGRESS' } }],
  }

  it.each([
    ['a line may be there', [line]],
    ['or none', []],
  ])('%s', (_, lines) => {
    const showsThese = { ...shown, ...showing([...lines, ...shown.lines]) }
    expect(checkShown(showsThese, refused, theirs)).toEqual([])
  })

  it('no line is missed of the first try, when the same key was tried again and answered', () => {
    const again = { ...moveOut, id: 't-0', state: 'refused', moved: null }
    expect(checkShown(shown, { ...ours, transfers: [again, ...ours.transfers] }, theirs)).toEqual([])
  })

  it('a line must be there when it was said to be under way', () => {
    expect(checkShown(shown, told, theirs)).toMatchObject([{ kind: 'shown-wrong' }])
    expect(checkShown({ ...shown, ...showing([line, ...shown.lines]) }, told, theirs)).toEqual([])
  })
})
