// What the crowd's money did: what was answered yes is in the books once, what was turned away is not, and all books agree.
import { setTimeout as sleep } from 'node:timers/promises'
import { Books } from '../bank-test/books.ts'
import { checkBooks } from '../bank-test/check-books.ts'
import { checkSnapshot } from '../bank-test/check-snapshot.ts'
import type { Player, World } from '../bank-test/players.ts'
import { readTheirBooks } from '../bank-test/their-books.ts'
import type { Report } from './crowd.ts'

/** Longer than a transfer is held of which its provider has never heard, and the look after it. */
const SETTLED_WITHIN_MS = 450_000

export async function checkMoney(
  world: World,
  databaseUrl: string,
  players: readonly Player[],
  reports: readonly Report[],
): Promise<{ readonly saw: string; readonly complaints: readonly string[] }> {
  const books = new Books(databaseUrl)
  const deadline = Date.now() + SETTLED_WITHIN_MS
  while ((await books.countOpen()) > 0 && Date.now() < deadline) await sleep(500)
  const open = await books.countOpen()
  const complaints = open === 0 ? [] : [`${open} movements are still under way`]
  const done = reports.flatMap((report) => report.keysDone)
  const turnedAway = reports.flatMap((report) => report.keysTurnedAway)
  const [kept] = await books.rows<{ done: number; begun: number }>(
    `select (select count(*)::int from intent where key = any($1) and status = 200) as done,
       (select count(*)::int from intent where key = any($2)) as begun`,
    [done, turnedAway],
  )
  if (kept?.done !== done.length)
    complaints.push(`${done.length} transfers were answered 200, and ${kept?.done} are in the books`)
  if (kept?.begun !== 0) complaints.push(`${kept?.begun} transfers were turned away and begun all the same`)
  const ours = await books.all()
  const members = new Set(ours.snapshot.coins.map(({ member }) => member))
  const theirs = await readTheirBooks(world, books, players, [])
  const findings = [...checkSnapshot(ours.snapshot, members), ...checkBooks(ours, theirs)]
  complaints.push(...findings.map(({ kind, detail }) => `${kind}: ${detail}`))
  return {
    saw: `${done.length} transfers answered 200, each in the books; ${turnedAway.length} turned away, none begun`,
    complaints,
  }
}
