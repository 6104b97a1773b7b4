import { fromMinorUnits } from '@kapao/money/minor'
import type { Ratio } from '@kapao/money/ratio'
import { pictureAt } from '../http/picture-address.ts'
import { type RowWriter, rowWriter } from '../http/written.ts'
import type { Game, OperatorState } from '../operator/operator.ts'

/** The games that a member sees: of those that are to be had in their currency what is switched on, and where they have money, which can be fetched. */
export function gamesToShow(
  { allGames }: OperatorState,
  currency: string,
  credits: ReadonlyMap<string, bigint>,
): readonly Game[] {
  return [...allGames.values()].filter(
    ({ code, isEnabled, ratios }) => ratios.has(currency) && (isEnabled || (credits.get(code) ?? 0n) > 0n),
  )
}

/** What a game is to all whose wallet is of the ratio's currency. */
function factsOf(game: Game, ratio: Ratio, apiOrigin: string) {
  return {
    code: game.code,
    name: game.name,
    category: game.category,
    logo: pictureAt(apiOrigin, game.logo),
    background: pictureAt(apiOrigin, game.background),
    ftWalletSlot: ratio,
    // One that is switched off has no way in.
    web: game.isEnabled ? game.web : null,
    android: game.isEnabled ? game.android : null,
    ios: game.isEnabled ? game.ios : null,
  }
}

type Writer = RowWriter<ReturnType<typeof factsOf>>

/** By currency, for wallets of our own origin. Whenever the operator's settings are read anew, so are the games, and these are gone with the old ones. */
const writers = new WeakMap<Game, Map<string, Writer>>()

function writerOf(game: Game, currency: string, apiOrigin: string): Writer {
  // What callers of other origins name us is theirs to say, in more ways than are worth keeping.
  const kept = apiOrigin === '' ? (writers.get(game) ?? new Map<string, Writer>()) : null
  const known = kept?.get(currency)
  if (known) return known
  const ratio = game.ratios.get(currency)
  if (ratio === undefined) throw new Error(`${game.code} is not to be had in ${currency}`)
  const writer = rowWriter(factsOf(game, ratio, apiOrigin))
  if (kept) writers.set(game, kept.set(currency, writer))
  return writer
}

/** A member's games as the wallet shows them, each to be had in their currency; `credits` are the last known balances. */
export function listGames(
  games: readonly Game[],
  currency: string,
  credits: ReadonlyMap<string, bigint>,
  apiOrigin: string,
) {
  return games.map((game) => {
    const amount = credits.get(game.code)
    const own = { amount: fromMinorUnits(amount ?? 0n), isActive: amount !== undefined }
    return writerOf(game, currency, apiOrigin)(own)
  })
}
