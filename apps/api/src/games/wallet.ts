import { getWallet, refreshSlots } from '@kapao/contract/wallet'
import { ZERO } from '@kapao/money/minor'
import { refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import { walletBalance } from '../ledger/accounts.ts'
import { readProfile } from '../member/profile.ts'
import { listGames, rememberCredits } from './game-account.ts'
import type { GameContext } from './game-context.ts'

/** The home screen's one call, and "check balance", which asks every provider at once. */
export function mountWallet(context: GameContext): void {
  const { database, operator, providers } = context

  mount(context, getWallet, async ({ member }) => {
    const state = operator.current()
    const [shown, amount, slots] = await Promise.all([
      readProfile(database, member.id),
      walletBalance(database, member.id),
      listGames(database, state.games.values(), member),
    ])
    if (!shown || amount === null) return refuse('NO_WALLET')
    return {
      ...shown,
      wallet: { amount, currency: member.currency },
      invite: { amount: ZERO, success: state.inviteSuccessPercent, fail: state.inviteFailPercent },
      slots,
    }
  })

  mount(context, refreshSlots, async ({ member }) => {
    const state = operator.current()
    const accounts = await database.query<{ gameCode: string; username: string }>(
      'select game_code, username from game_account where member_id = $1',
      [member.id],
    )
    const asked = accounts.filter((account) => state.games.has(account.gameCode))
    const answers = await Promise.all(
      asked.map(async ({ gameCode, username }) => {
        const credits = await providers(gameCode).balance(username)
        if (credits !== null) await rememberCredits(database, member.id, gameCode, credits)
        return credits === null ? gameCode : null
      }),
    )
    return {
      slots: await listGames(database, state.games.values(), member),
      failed: answers.filter((code) => code !== null),
    }
  })
}
