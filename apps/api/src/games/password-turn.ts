import { setTimeout as sleep } from 'node:timers/promises'
import { outside } from '../asker.ts'
import type { Database } from '../database/database.ts'
import { GAME_ACCOUNT_COLUMNS, type GameAccount } from './account-row.ts'

/** Longer than a provider may take for a password, so that only who has ended without a word loses their turn. */
const TURN = '60 s'
const LOOK_EVERY_MS = 100
/** As long as a call may take. Who waited for so long is refused. */
const MOST_WAIT_MS = 30_000

/**
 * Does something with a game account's password, one after another over all processes, and without a connection to the database while the
 * provider takes its time: two who tell it at once, in whichever order it hears them, would leave it with another password than the one shown.
 * Null where there is no such account, or too many who do the same.
 */
export async function inPasswordTurn<Done>(
  database: Pick<Database, 'query'>,
  memberId: bigint,
  gameCode: string,
  act: (account: GameAccount) => Promise<Done>,
  mostWaitMs = MOST_WAIT_MS,
): Promise<Done | null> {
  const endsAt = performance.now() + mostWaitMs
  for (;;) {
    // To the millisecond, which is what comes back of it: by its end a turn is known as one's own.
    const [account] = await database.query<GameAccount & { readonly passwordTurnUntil: Date }>(
      `update game_account set password_turn_until = date_trunc('milliseconds', now() + $3::interval)
       where member_id = $1 and game_code = $2 and (password_turn_until is null or password_turn_until < now())
       returning ${GAME_ACCOUNT_COLUMNS}, password_turn_until`,
      [memberId, gameCode, TURN],
    )
    if (account) {
      try {
        return await act(account)
      } finally {
        await database.query(
          `update game_account set password_turn_until = null
           where member_id = $1 and game_code = $2 and password_turn_until = $3`,
          [memberId, gameCode, account.passwordTurnUntil],
        )
      }
    }
    if (performance.now() > endsAt) return null
    await outside(() => sleep(LOOK_EVERY_MS))
  }
}
