// What a game's provider is told of an account's password. Its answer may get lost, and a process may end before it comes: that the two may have come
// apart is therefore written down before it is told another one, and the kept one is sent until it was taken, and as
// long as another may still come after it (docs/decisions/unknown-outcomes.md).
import type { Database } from '../database/database.ts'
import type { GameProvider } from '../gateways/game-provider.ts'
import type { Outcome } from '../gateways/outcome.ts'
import { type SealKeys, seal, unseal } from '../sealing/seal.ts'
import type { GameAccount } from './account-row.ts'
import { inPasswordTurn } from './password-turn.ts'

interface Telling {
  readonly database: Pick<Database, 'query'>
  readonly sealKeys: SealKeys
  readonly provider: GameProvider
}

/** For so long a request whose answer was never seen may still be on its way. */
const LATE = '30 seconds'

/** Tells a password. `lateUntil`: until when one that may not have been heard yet can come after it. */
async function tell(
  { database, provider }: Telling,
  memberId: bigint,
  account: GameAccount,
  password: string,
) {
  const [asked] = await database.query<{ lateUntil: Date }>(
    `update game_account set password_in_doubt = true, password_late_until = now() + interval '${LATE}'
     where member_id = $1 and game_code = $2 returning password_late_until as late_until`,
    [memberId, account.gameCode],
  )
  const told = await provider.setPassword(account.username, password)
  const lateUntil = told.kind === 'unknown' && asked ? asked.lateUntil : account.passwordLateUntil
  return { told, lateUntil }
}

/** Writes down what came of it: whether the kept password is in doubt, and another that the provider has taken. */
async function note(
  { database }: Telling,
  memberId: bigint,
  gameCode: string,
  {
    isInDoubt,
    lateUntil,
    sealed = null,
  }: { isInDoubt: boolean; lateUntil: Date | null; sealed?: Buffer | null },
) {
  await database.query(
    `update game_account set password_in_doubt = $3 or coalesce($4::timestamptz > now(), false), password_late_until = $4,
       sealed_password = coalesce($5, sealed_password)
     where member_id = $1 and game_code = $2`,
    [memberId, gameCode, isInDoubt, lateUntil, sealed],
  )
}

async function sendKept(telling: Telling, memberId: bigint, account: GameAccount) {
  const kept = unseal(telling.sealKeys, account.sealedPassword)
  const { told, lateUntil } = await tell(telling, memberId, account, kept)
  await note(telling, memberId, account.gameCode, { isInDoubt: told.kind !== 'confirmed', lateUntil })
  return told
}

/** Tells the provider the password that stands in our books. Null where nobody could be told. */
export function sendKeptPassword(
  telling: Telling,
  memberId: bigint,
  gameCode: string,
): Promise<Outcome<object> | null> {
  return inPasswordTurn(telling.database, memberId, gameCode, (account) =>
    sendKept(telling, memberId, account),
  )
}

/** As sendKeptPassword, where it is still in doubt, and without waiting for who is at it already. */
export async function makeSure(telling: Telling, memberId: bigint, gameCode: string): Promise<void> {
  const send = async (account: GameAccount) => {
    if (account.passwordInDoubt) await sendKept(telling, memberId, account)
  }
  await inPasswordTurn(telling.database, memberId, gameCode, send, 0)
}

/** Gives the account another password, which is kept once the provider has it. Null where nobody could be told. */
export function changePassword(
  telling: Telling,
  memberId: bigint,
  gameCode: string,
  password: string,
): Promise<Outcome<object> | null> {
  return inPasswordTurn(telling.database, memberId, gameCode, async (account) => {
    const { told, lateUntil } = await tell(telling, memberId, account, password)
    if (told.kind === 'confirmed') {
      const sealed = seal(telling.sealKeys, password)
      await note(telling, memberId, gameCode, { isInDoubt: false, lateUntil, sealed })
    } else if (told.kind === 'refused') {
      // Nothing was done: it is as sure as it was before.
      await note(telling, memberId, gameCode, { isInDoubt: account.passwordInDoubt, lateUntil })
    } else {
      await sendKept(telling, memberId, { ...account, passwordLateUntil: lateUntil })
    }
    return told
  })
}
