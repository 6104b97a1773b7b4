import { ZERO } from '@kapao/money/minor'
import { parseRatio } from '@kapao/money/ratio'
import { expect, test } from 'vitest'
import { type Game, groupGames } from './game-groups.ts'

function game(code: string, category: Game['category']): Game {
  const ftWalletSlot = parseRatio('1')
  if (ftWalletSlot === null) throw new Error('1 is a ratio')
  return {
    code,
    category,
    ftWalletSlot,
    name: code,
    logo: '',
    background: '',
    amount: ZERO,
    isActive: false,
    web: null,
    android: null,
    ios: null,
  }
}

const codesByGroup = (games: readonly Game[]) =>
  groupGames(games).map((group) => [group.name, group.games.map(({ code }) => code)])

test('casino games stand with sport, and the order is the server’s', () => {
  const games = [
    game('CIRCUS', 'casino'),
    game('PG', 'slot'),
    game('UFABET', 'sport'),
    game('HUAYHD', 'lotto'),
    game('IMI', 'slot'),
  ]
  expect(codesByGroup(games)).toEqual([
    ['slot', ['PG', 'IMI']],
    ['sport', ['CIRCUS', 'UFABET']],
    ['lotto', ['HUAYHD']],
  ])
})

test('a group without games is not shown', () => {
  expect(codesByGroup([game('PG', 'slot')])).toEqual([['slot', ['PG']]])
})
