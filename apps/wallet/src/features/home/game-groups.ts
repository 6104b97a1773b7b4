import type { AnswerOf } from '@kapao/contract/call'
import type { getWallet } from '@kapao/contract/wallet'

export type Wallet = AnswerOf<typeof getWallet>
export type Game = Wallet['slots'][number]

const groupNames = ['slot', 'sport', 'lotto'] as const
export type GroupName = (typeof groupNames)[number]

export interface GameGroup {
  readonly name: GroupName
  readonly games: readonly Game[]
}

/** The three carousels of spec §2: casino games stand with sport. The server's order stays; a group without games is left out. */
export function groupGames(games: readonly Game[]): readonly GameGroup[] {
  return groupNames
    .map((name) => ({ name, games: games.filter((game) => groupOf(game.category) === name) }))
    .filter((group) => group.games.length > 0)
}

/** One that is not known here stands with the most. */
function groupOf(category: Game['category'] = 'slot'): GroupName {
  return category === 'casino' ? 'sport' : category
}
