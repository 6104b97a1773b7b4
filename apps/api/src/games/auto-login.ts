import {
  autoLoginByPassword,
  autoLoginByUsername,
  passwordAutoLogins,
  usernameAutoLogins,
} from '@kapao/contract/auto-login'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import { unseal } from '../sealing/seal.ts'
import type { Member } from '../session/session.ts'
import { findGameAccount } from './game-account.ts'
import type { GameContext } from './game-context.ts'
import { askWayIn } from './way-in.ts'

/** The links that open a game logged in: only ever for the caller's own account at that game. */
export function mountAutoLogins(context: GameContext): void {
  const { database, operator, providers, sealKeys } = context

  async function link(member: Member, provider: string, username: string, password: string | null) {
    const game = operator.current().games.get(provider.toUpperCase())
    if (!game) return refuse('NO_GAME')
    const account = await findGameAccount(database, member.id, game.code)
    if (account?.username !== username) {
      const [other] = await database.query(
        'select 1 from game_account where member_id = $1 and username = $2',
        [member.id, username],
      )
      return refuse(other && provider === 'areaslot' ? 'NOT_AREASLOT' : 'SLOT_NO_ACCOUNT')
    }
    if (password !== null && unseal(sealKeys, account.sealedPassword) !== password)
      return refuse('SLOT_NO_ACCOUNT')
    const address = await askWayIn(member, game.code, () => providers(game.code).launch(username))
    if (isRefusal(address)) return address
    // The account is there; its provider just does not open the door.
    return address === null ? refuse('LOGIN_FAIL') : { link: address }
  }

  mount(context, autoLoginByUsername, async ({ params, member }) => {
    if (!usernameAutoLogins.some((provider) => provider === params.provider)) return refuse('NO_GAME')
    return link(member, params.provider, params.username, null)
  })
  mount(context, autoLoginByPassword, async ({ params, member }) => {
    if (!passwordAutoLogins.some((provider) => provider === params.provider)) return refuse('NO_GAME')
    return link(member, params.provider, params.username, params.password)
  })
}
