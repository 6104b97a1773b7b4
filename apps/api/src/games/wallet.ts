import { getWallet, refreshSlots } from '@kapao/contract/wallet'
import { refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import { inviteToReceive } from '../invite/invite.ts'
import { walletBalance } from '../ledger/accounts.ts'
import { readProfile } from '../member/profile.ts'
import { askBalances } from './ask-balances.ts'
import { listGames } from './game-account.ts'
import type { GameContext } from './game-context.ts'

/** The home screen's one call, and "check balance", which asks every provider at once. */
export function mountWallet(context: GameContext): void {
  const { database, operator } = context

  mount(context, getWallet, async ({ member }) => {
    const state = operator.current()
    const [shown, amount, slots, invited] = await Promise.all([
      readProfile(database, member.id),
      walletBalance(database, member.id),
      listGames(database, state.games.values(), member),
      inviteToReceive(database, state, member.id),
    ])
    if (!shown || amount === null) return refuse('NO_WALLET')
    return {
      ...shown,
      wallet: { amount, currency: member.currency },
      invite: { amount: invited, success: state.inviteSuccessPercent, fail: state.inviteFailPercent },
      slots,
    }
  })

  mount(context, refreshSlots, async ({ member }) => {
    const failed = await askBalances(context, member.id)
    return {
      slots: await listGames(database, operator.current().games.values(), member),
      failed: [...failed],
    }
  })
}
