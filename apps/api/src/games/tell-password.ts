// What a game's provider is told of an account's password. Its answer may get lost, and a process may end before it comes: that the two may have come
// apart is therefore written down before it is told another one, and the kept one is sent until it was taken (docs/decisions/unknown-outcomes.md).
import type { Database } from '../database.ts'
import type { GameProvider } from '../gateways/game-provider.ts'
import type { Outcome } from '../gateways/outcome.ts'
import { type SealKeys, seal, unseal } from '../seal.ts'
import type { GameAccount } from './game-account.ts'
import { inTurn } from './password-turn.ts'

interface Telling {
  readonly database: Pick<Database, 'query'>
  readonly sealKeys: SealKeys
  readonly provider: GameProvider
}

async function doubt({ database }: Telling, memberId: bigint, gameCode: string, isInDoubt: boolean) {
  await database.query(
    'update game_account set password_in_doubt = $3 where member_id = $1 and game_code = $2',
    [memberId, gameCode, isInDoubt],
  )
}

async function sendKept(
  telling: Telling,
  memberId: bigint,
  { gameCode, username, sealedPassword }: GameAccount,
) {
  const told = await telling.provider.setPassword(username, unseal(telling.sealKeys, sealedPassword))
  await doubt(telling, memberId, gameCode, told.kind !== 'confirmed')
  return told
}

/** Tells the provider the password that stands in our books. Null where nobody could be told. */
export function sendKeptPassword(
  telling: Telling,
  memberId: bigint,
  gameCode: string,
): Promise<Outcome<object> | null> {
  return inTurn(telling.database, memberId, gameCode, (account) => sendKept(telling, memberId, account))
}

/** As sendKeptPassword, where it is still in doubt, and without waiting for who is at it already. */
export async function makeSure(telling: Telling, memberId: bigint, gameCode: string): Promise<void> {
  const send = async (account: GameAccount) => {
    if (account.passwordInDoubt) await sendKept(telling, memberId, account)
  }
  await inTurn(telling.database, memberId, gameCode, send, 0)
}

/** Gives the account another password, which is kept once the provider has it. Null where nobody could be told. */
export function changePassword(
  telling: Telling,
  memberId: bigint,
  gameCode: string,
  password: string,
): Promise<Outcome<object> | null> {
  const { database, sealKeys, provider } = telling
  return inTurn(database, memberId, gameCode, async (account) => {
    await doubt(telling, memberId, gameCode, true)
    const told = await provider.setPassword(account.username, password)
    if (told.kind === 'confirmed')
      await database.query(
        `update game_account set sealed_password = $3, password_in_doubt = false
         where member_id = $1 and game_code = $2`,
        [memberId, gameCode, seal(sealKeys, password)],
      )
    // Nothing was done: it is as sure as it was before.
    else if (told.kind === 'refused') await doubt(telling, memberId, gameCode, account.passwordInDoubt)
    else await sendKept(telling, memberId, account)
    return told
  })
}
