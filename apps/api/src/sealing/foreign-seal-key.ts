import type { Queries } from '../database/database.ts'
import { opened } from './reseal.ts'
import type { SealKeys } from './seal.ts'

/** Of each kind, so that one that is damaged, or was sealed by a process with another secret, keeps nobody from starting. */
const TRIED = 3

/** The first and the last ones, by what an index has in order. What was emptied, because its secret is lost, says nothing. */
const SOME = `select sealed from (
    (select sealed_password as sealed from game_account order by member_id, game_code limit $1)
    union all (select sealed_password from game_account order by member_id desc, game_code desc limit $1)
    union all (select sealed_code from voucher_redemption where state = 'open' order by next_check_at limit $1)
    union all (select secret_sealed from staff_second_factor order by staff_id limit $1)
    union all (select secret_sealed from staff_second_factor order by staff_id desc limit $1)
  ) as tried where length(sealed) > 0`

/**
 * Throws where something is sealed in this database and the keys of this process open nothing of it. A process with a wrong secret would answer
 * as if it were well, until somebody asks for a password, and what it seals none of the others could open.
 */
export async function refuseForeignSealKey(queries: Queries, keys: SealKeys): Promise<void> {
  const rows = await queries.query<{ sealed: Buffer }>(SOME, [TRIED])
  if (rows.length === 0 || rows.some(({ sealed }) => opened(keys, sealed) !== null)) return
  throw new Error(
    'KAPAO_SEAL_SECRET is not the one under which this database is sealed: nothing that was tried can be opened. Set the one that it was sealed under; how it is changed, and what to do where it is lost, stands in docs/running.md, Another seal secret',
  )
}
