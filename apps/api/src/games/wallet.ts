import { getWallet, refreshSlots } from '@kapao/contract/wallet'
import { fromMinorUnits, ZERO } from '@kapao/money/minor'
import { refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import { PROFILE_COLUMNS, PROFILE_TABLES, type ProfileColumns, profileOf } from '../member/profile.ts'
import { askBalances } from './ask-balances.ts'
import { listGames, readCredits } from './game-account.ts'
import type { GameContext } from './game-context.ts'

interface WalletRow extends ProfileColumns {
  readonly balanceMinor: bigint | null
  /** By the games' codes; as text, for JSON has no whole number that is large enough. */
  readonly credits: Readonly<Record<string, string>>
  readonly invitedMinor: bigint
}

/** Asked by every home page every few seconds: one statement, and it looks at no more than the member's own few rows. */
const WALLET = `select a.asker::int as asker, ${PROFILE_COLUMNS},
    (select balance_minor from ledger_account where member_id = m.id and kind = 'wallet') as balance_minor,
    (select coalesce(jsonb_object_agg(game_code, credits_minor::text), '{}') from game_account where member_id = m.id) as credits,
    (select coalesce(sum(earned_minor), 0)::bigint from invite where inviter_id = m.id and condition_id is null) as invited_minor
  from unnest($1::bigint[]) with ordinality a (member_id, asker) join (${PROFILE_TABLES}) on m.id = a.member_id`

/** The home screen's one call, and "check balance", which asks every provider at once. */
export function mountWallet(context: GameContext): void {
  const { database, operator } = context

  mount(context, getWallet, async ({ member }) => {
    const state = operator.current()
    const row = await database.together<WalletRow>(WALLET, [member.id])
    if (!row || row.balanceMinor === null) return refuse('NO_WALLET')
    const credits = new Map(Object.entries(row.credits).map(([code, amount]) => [code, BigInt(amount)]))
    return {
      ...profileOf(row),
      wallet: { amount: fromMinorUnits(row.balanceMinor), currency: member.currency },
      invite: {
        amount: state.inviteActive ? fromMinorUnits(row.invitedMinor) : ZERO,
        success: state.inviteSuccessPercent,
        fail: state.inviteFailPercent,
      },
      slots: listGames(state.games.values(), member.currency, credits),
    }
  })

  mount(context, refreshSlots, async ({ member }) => {
    const failed = await askBalances(context, member.id)
    const credits = await readCredits(database, member.id)
    return {
      slots: listGames(operator.current().games.values(), member.currency, credits),
      failed: [...failed],
    }
  })
}
