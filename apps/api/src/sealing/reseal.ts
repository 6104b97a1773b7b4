import type { Database } from '../database/database.ts'
import { isOfPresentKey, type SealKeys, seal, unseal } from './seal.ts'

/** Where sealed things are kept. A page takes the key of the row before it, and how many rows; what is written, the row's key, the new bytes and the old. */
interface Place {
  readonly what: string
  readonly first: readonly string[]
  readonly page: string
  readonly write: string
}

const PLACES: readonly Place[] = [
  {
    what: 'game passwords',
    first: ['0', ''],
    page: `select array[member_id::text, game_code] as key, sealed_password as sealed from game_account
      where (member_id, game_code) > ($1::bigint, $2::text) order by member_id, game_code limit $3`,
    write: `update game_account set sealed_password = $3
      where member_id = $1::bigint and game_code = $2 and sealed_password = $4 returning 1`,
  },
  {
    what: 'gifts on their way',
    first: ['00000000-0000-0000-0000-000000000000'],
    page: `select array[id::text] as key, sealed_code as sealed from voucher_redemption
      where id > $1::uuid and sealed_code is not null order by id limit $2`,
    write:
      'update voucher_redemption set sealed_code = $2 where id = $1::uuid and sealed_code = $3 returning 1',
  },
  {
    what: 'second factors',
    first: ['0'],
    page: `select array[staff_id::text] as key, secret_sealed as sealed from staff_second_factor
      where staff_id > $1::bigint order by staff_id limit $2`,
    write:
      'update staff_second_factor set secret_sealed = $2 where staff_id = $1::bigint and secret_sealed = $3 returning 1',
  },
]

const PAGE = 500

export interface Resealed {
  readonly what: string
  /** Sealed anew by this run. */
  readonly anew: number
  /** Under the present key before it. */
  readonly before: number
  /** Under none of the keys that are known here: left as they are. */
  readonly unreadable: number
}

/** Seals anew what the present key has not sealed. Servers may go on: what somebody changes meanwhile is theirs, and sealed by them. */
export async function reseal(database: Database, keys: SealKeys): Promise<readonly Resealed[]> {
  const done: Resealed[] = []
  for (const place of PLACES) done.push(await resealPlace(database, keys, place))
  return done
}

async function resealPlace(
  database: Database,
  keys: SealKeys,
  { what, first, page, write }: Place,
): Promise<Resealed> {
  const counts = { anew: 0, before: 0, unreadable: 0 }
  for (let after = first; ; ) {
    const rows = await database.query<{ key: string[]; sealed: Buffer }>(page, [...after, PAGE])
    for (const { key, sealed } of rows) {
      if (isOfPresentKey(keys, sealed)) counts.before += 1
      else {
        const text = opened(keys, sealed)
        if (text === null) counts.unreadable += 1
        else counts.anew += (await database.query(write, [...key, seal(keys, text), sealed])).length
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return { what, ...counts }
    after = last.key
  }
}

/** What it says; null where none of these keys opens it. */
export function opened(keys: SealKeys, sealed: Buffer): string | null {
  try {
    return unseal(keys, sealed)
  } catch {
    return null
  }
}
