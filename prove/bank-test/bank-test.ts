// The bank test: members and clients, a storm outside, whatever the caller does to the processes meanwhile, then recovery and the check.
import { setTimeout as sleep } from 'node:timers/promises'
import { clientUntil, type Play } from './actions.ts'
import { Books } from './books.ts'
import { checkSnapshot } from './check-snapshot.ts'
import type { Dice } from './dice.ts'
import type { Finding } from './finding.ts'
import { History } from './history.ts'
import { checkAtLast } from './last-check.ts'
import { doOnceAtLeast } from './once-at-least.ts'
import { accountsToPay, joinPlayer, type Player, payIn } from './players.ts'
import { type Recovery, recover } from './recovery.ts'
import { type Course, NOT_FOUND_SECONDS, type Scene } from './scene.ts'
import { clearUp, stormUntil } from './weather.ts'

export const MEMBERS = 20
export const CLIENTS = 32
const FIRST_BAHT = 1_500
const SNAPSHOT_PAUSE_MS = 1_000
const LEAST_WITHDRAWAL = 10_000n

export interface Result {
  readonly history: History
  readonly faults: number
  readonly snapshots: number
  readonly recovery: Recovery
  readonly findings: readonly Finding[]
}

async function gather({ world, dice, say }: Course): Promise<readonly Player[]> {
  const players: Player[] = []
  for (let made = 0; made < MEMBERS; made += 1)
    players.push(await joinPlayer(world, dice.of(`member ${made}`)))
  const [first] = players
  if (!first) throw new Error('nobody came')
  const [bank] = await accountsToPay(world, first)
  if (!bank) throw new Error('there is no account to pay into')
  await Promise.all(players.map((player) => payIn(world, player, bank, FIRST_BAHT)))
  say(`${MEMBERS} members have come, with ${FIRST_BAHT} baht each`)
  return players
}

/** Looks at the books in the middle of everything, as Jepsen's clients read all accounts at once. */
async function watchUntil(
  isOver: () => boolean,
  { books, members }: Scene,
): Promise<{ count: number; findings: Finding[] }> {
  const findings: Finding[] = []
  let count = 0
  while (!isOver()) {
    // The database is away now and then.
    await books.passNotFound(NOT_FOUND_SECONDS).catch(() => undefined)
    const snapshot = await books.snapshot().catch(() => null)
    if (snapshot) {
      count += 1
      findings.push(...checkSnapshot(snapshot, members))
    }
    await sleep(SNAPSHOT_PAUSE_MS)
  }
  return { count, findings }
}

function playOf(
  { course, books, banks, history, gifts }: Scene,
  isOver: () => boolean,
): (player: Player, dice: Dice) => Play {
  const withdrawals = new Map<string, bigint>()
  return (player, dice) => ({
    world: course.world,
    history,
    dice,
    player,
    banks,
    gifts,
    isOver,
    async payloadOf(qrcodeId) {
      const sql = 'select payload from qr_code where id = $1'
      const rows = await books.rows<{ payload: string }>(sql, [qrcodeId]).catch(() => [])
      return rows[0]?.payload ?? null
    },
    nextWithdrawal({ phone }) {
      const next = (withdrawals.get(phone) ?? LEAST_WITHDRAWAL) + 1n
      withdrawals.set(phone, next)
      return next
    },
  })
}

export async function bankTest(course: Course): Promise<Result> {
  const { world, dice, seconds, say } = course
  const books = new Books(course.databaseUrl)
  const players = await gather(course)
  const [first] = players
  if (!first) throw new Error('nobody came')
  const banks = await accountsToPay(world, first)
  const members = new Set((await books.snapshot()).coins.map(({ member }) => member))
  const scene: Scene = { course, books, players, members, banks, history: new History(), gifts: [] }
  await course.begin(books)
  let recoveredAt: number | null = null
  const isOver = () => recoveredAt !== null
  const play = playOf(scene, isOver)
  await doOnceAtLeast(
    players.map((player, index) => play(player, dice.of(`once ${index}`))),
    books,
  )
  const endsAt = Date.now() + seconds * 1_000
  // On a slow machine the disturbance takes longer than was asked for, and it is the disturbance that is to be seen.
  const disturbing = Promise.all([course.disturb(endsAt, scene.history), sleep(seconds * 1_000)])
  const recovering = disturbing.finally(() => {
    recoveredAt = Date.now()
  })
  const [faults, watched] = await Promise.all([
    stormUntil(isOver, world, dice.of('weather')),
    watchUntil(isOver, scene),
    recovering,
    ...Array.from({ length: CLIENTS }, (_, index) => {
      const own = dice.of(`client ${index}`)
      return clientUntil(isOver, players, own, (player) => play(player, own))
    }),
  ])
  say('the time is over: everything lives again, the clients have ended, and the faults are switched off')
  await clearUp(world)
  const recovery = await recover(scene, recoveredAt ?? Date.now())
  const atLast = await checkAtLast(scene)
  return {
    history: scene.history,
    faults,
    snapshots: watched.count,
    recovery,
    findings: [...watched.findings, ...recovery.findings, ...atLast],
  }
}
