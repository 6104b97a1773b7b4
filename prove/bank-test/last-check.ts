// When all is quiet: every answer and every book held against the others, and what each member is shown against them.
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../apps/api/src/database/database.ts'
import { checkBooks as checkAgainstItself } from '../../apps/api/src/reconciliation/books-check.ts'
import type { OurBooks } from './books.ts'
import { checkBooks } from './check-books.ts'
import { checkGiven } from './check-given.ts'
import { checkHistory } from './check-history.ts'
import { checkShown } from './check-shown.ts'
import { checkSnapshot } from './check-snapshot.ts'
import { type Finding, found } from './finding.ts'
import type { Operation } from './history.ts'
import { HAS_NO_FINAL_ANSWER, RESOLVED_WITHIN_MS, type Scene } from './scene.ts'
import { readShown, refreshGames } from './shown.ts'
import { readTheirBooks, type TheirBooks } from './their-books.ts'

/** The bank may still have something to tell: until it has been heard, or will not be. */
async function untilQuiet({ course, books, players, gifts }: Scene, deadline: number): Promise<void> {
  for (;;) {
    const { bank } = await readTheirBooks(course.world, books, players, gifts)
    const { deposits } = await books.all()
    const known = new Set(deposits.map(({ transRef }) => transRef))
    const isCatchingUp = bank.some(({ amount, transRef }) => amount > 0n && !known.has(transRef))
    if (Date.now() > deadline || (!isCatchingUp && (await books.countOpen()) === 0)) return
    await sleep(1_000)
  }
}

/** An intent of one movement that has ended has its answer, also when the process that began it is dead. */
function checkIntentsEnded(operations: readonly Operation[], { intents }: OurBooks): Finding[] {
  const kinds = new Map(operations.map(({ member, key, kind }) => [`${member} ${key}`, kind]))
  return intents.flatMap(({ member, key, status }) => {
    const kind = kinds.get(`${member} ${key}`)
    const isWithout = status === null && kind !== undefined && !HAS_NO_FINAL_ANSWER.has(kind)
    return isWithout ? [found('unresolved', `the intent ${kind} ${member} ${key} has no answer`)] : []
  })
}

/** Every movement of the ledger against the table that it is of: the check that the nightly reconciliation makes. */
async function checkOwnBooks(databaseUrl: string): Promise<Finding[]> {
  const database = openDatabase(databaseUrl, 1)
  try {
    const { differences } = await checkAgainstItself(database)
    return differences.map(({ kind, subject, ours, theirs }) =>
      found('differs-from-itself', `${kind} ${subject}: ${ours}, not ${theirs}`),
    )
  } finally {
    await database.close()
  }
}

async function checkAllShown({ course, players }: Scene, ours: OurBooks, theirs: TheirBooks) {
  const findings = await Promise.all(
    players.map(async (player) => checkShown(await readShown(course.world, player), ours, theirs)),
  )
  return findings.flat()
}

export async function checkAtLast(scene: Scene): Promise<Finding[]> {
  const { course, books, players, members, history, gifts } = scene
  const deadline = Date.now() + RESOLVED_WITHIN_MS
  await untilQuiet(scene, deadline)
  // A condition may be met by what a game says now, so this comes before the books are read.
  const silent = await Promise.all(players.map((player) => refreshGames(course.world, player, deadline)))
  const theirs = await readTheirBooks(course.world, books, players, gifts)
  const ours = await books.all()
  return [
    ...checkSnapshot(ours.snapshot, members),
    ...checkHistory(history.operations, ours),
    ...checkGiven(history.operations, ours),
    ...checkBooks(ours, theirs),
    ...checkIntentsEnded(history.operations, ours),
    ...(await checkOwnBooks(course.databaseUrl)),
    ...silent.flat().map((who) => found('shown-wrong', `the balance of ${who} cannot be had`)),
    ...(await checkAllShown(scene, ours, theirs)),
  ]
}
