import { getWallet, refreshSlots } from '@kapao/contract/wallet'
import { fromMinorUnits, subtract } from '@kapao/money/minor'
import { refuse } from '../http/refusal.ts'
import { type Handler, mount } from '../http/route.ts'
import { PROFILE_COLUMNS, PROFILE_JOINS, type ProfileColumns, profileOf } from '../member/profile.ts'
import { lookAt } from '../session/session.ts'
import { SHOWN_CREDITS } from './account-row.ts'
import { askBalances } from './ask-balances.ts'
import { readCredits } from './game-account.ts'
import type { GameContext } from './game-context.ts'
import { gamesToShow, listGames } from './shown-games.ts'

interface WalletRow extends ProfileColumns {
  readonly balanceMinor: bigint | null
  /** By the games' codes. The credits as text, for JSON has no whole number that is large enough, and for how long they are known. */
  readonly accounts: Readonly<Record<string, readonly [credits: string, ageSeconds: number]>>
  readonly invitedMinor: bigint
  /** As text; null where nothing is on hold, as with nearly everybody. */
  readonly onHold: readonly [allMinor: string, forGamesMinor: string] | null
}

/** Asked for by every home page every few seconds: with who asks, and it looks at no more than the member's own few rows. */
const look = lookAt<WalletRow>(
  `${PROFILE_COLUMNS},
    (select balance_minor from ledger_account where member_id = m.id and kind = 'wallet') as balance_minor,
    (select coalesce(jsonb_object_agg(game_code, jsonb_build_array(${SHOWN_CREDITS}::text,
       greatest(0, extract(epoch from now() - coalesce(credits_asked_at, created_at)))::int)), '{}')
     from game_account where member_id = m.id) as accounts,
    (select coalesce(sum(earned_minor), 0)::bigint from invite where inviter_id = m.id and condition_id is null) as invited_minor,
    (select array[balance_minor::text,
       (select coalesce(sum(amount_minor), 0)::text from game_transfer where member_id = m.id and state = 'open' and direction = 'in')]
     from ledger_account where member_id = m.id and kind = 'hold' and balance_minor > 0) as on_hold`,
  PROFILE_JOINS,
)

/** What has left the wallet and is not there yet. What is on hold for no game is on hold for the bank. */
function onItsWay([allMinor, forGamesMinor]: NonNullable<WalletRow['onHold']>) {
  const toGames = fromMinorUnits(forGamesMinor)
  const toBank = subtract(fromMinorUnits(allMinor), toGames)
  return { ...(toGames > 0n && { onItsWay: toGames }), ...(toBank > 0n && { onItsWayToBank: toBank }) }
}

/** The home screen's one call, and "check balance", which asks every provider at once. */
export function mountWallet(context: GameContext): void {
  const { database, operator } = context

  const answerWallet: Handler<typeof getWallet, undefined, WalletRow> = async ({
    member,
    looked,
    apiOrigin,
  }) => {
    const state = operator.current()
    if (looked.balanceMinor === null) return refuse('NO_WALLET')
    const accounts = Object.entries(looked.accounts)
    const credits = new Map(accounts.map(([code, [amount]]) => [code, BigInt(amount)]))
    const games = gamesToShow(state, member.currency, credits)
    const ages = games.flatMap(({ code }) => looked.accounts[code]?.[1] ?? [])
    return {
      ...profileOf(looked),
      wallet: { amount: fromMinorUnits(looked.balanceMinor), currency: member.currency },
      invite: {
        // Paused or not, it is the member's: receiving is what then refuses.
        amount: fromMinorUnits(looked.invitedMinor),
        success: state.inviteSuccessPercent,
        fail: state.inviteFailPercent,
      },
      slots: listGames(games, member.currency, credits, apiOrigin),
      ...(ages.length > 0 && { gamesAgeSeconds: Math.max(...ages) }),
      ...(looked.onHold && onItsWay(looked.onHold)),
    }
  }
  mount(context, getWallet, answerWallet, { look })

  mount(context, refreshSlots, async ({ member, apiOrigin }) => {
    const silent = await askBalances(context, member.id)
    const credits = await readCredits(database, member.id)
    // What a game says is not believed while a transfer's outcome is unknown, nor where it may be from before one: it was asked in vain, too.
    const unbelieved = await database.query<{ gameCode: string }>(
      `select game_code from game_transfer where member_id = $1 and state = 'open'
       union select game_code from game_account where member_id = $1 and doubt_minor > 0`,
      [member.id],
    )
    const games = gamesToShow(operator.current(), member.currency, credits)
    return {
      slots: listGames(games, member.currency, credits, apiOrigin),
      failed: [...new Set([...silent, ...unbelieved.map(({ gameCode }) => gameCode)])],
    }
  })
}
