import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { OperatorState } from '../operator/operator.ts'
import { SLIP_MARK } from './upload.ts'

const MOST_AT_ONCE = 500
const DAY_MS = 86_400_000

/** Pictures of slips that ended so long ago that nobody asks for them any more. The slips themselves stay. */
async function removeOld(database: Database, { slipPictureDays }: OperatorState, files: FileStore) {
  let removed = 0
  for (;;) {
    const old = await database.query<{ id: bigint; fileName: string }>(
      `select id, file_name from slip
       where file_name is not null and state <> 'waiting' and ended_at < now() - make_interval(days => $1)
       order by ended_at limit ${MOST_AT_ONCE}`,
      [slipPictureDays],
    )
    // The picture first: were the row first and the process to die, nobody would know of it.
    for (const { fileName } of old) await files.remove(fileName)
    await database.query('update slip set file_name = null where id = any($1::bigint[])', [
      old.map(({ id }) => id),
    ])
    removed += old.length
    if (old.length < MOST_AT_ONCE) return removed
  }
}

async function removeNobodys(
  database: Database,
  files: FileStore,
  names: readonly string[],
): Promise<number> {
  const known = await database.query<{ fileName: string }>(
    'select s.file_name from unnest($1::text[]) kept (name) join slip s on s.file_name = kept.name',
    [names],
  )
  const isKnown = new Set(known.map(({ fileName }) => fileName))
  const nobodys = names.filter((name) => !isKnown.has(name))
  for (const name of nobodys) await files.remove(name)
  return nobodys.length
}

/** Pictures that were kept just before their process died: no slip has them. One of today's may still get its row. */
async function removeOrphans(database: Database, files: FileStore): Promise<number> {
  let removed = 0
  const yesterday = new Date(Date.now() - DAY_MS)
  await files.removeUnfinished(yesterday)
  let names: string[] = []
  for await (const name of files.namesBefore(SLIP_MARK, yesterday)) {
    names.push(name)
    if (names.length < MOST_AT_ONCE) continue
    removed += await removeNobodys(database, files, names)
    names = []
  }
  return removed + (await removeNobodys(database, files, names))
}

/** Answers with how many pictures it removed. */
export async function tidyPictures(
  database: Database,
  state: OperatorState,
  files: FileStore,
): Promise<number> {
  const old = await removeOld(database, state, files)
  return old + (await removeOrphans(database, files))
}
