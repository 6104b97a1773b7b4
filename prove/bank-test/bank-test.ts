// The bank test: members and clients, a storm outside, whatever the caller does to the processes meanwhile, then recovery and the check.
import { setTimeout as sleep } from 'node:timers/promises'
import { clientUntil, type Play, sendOf } from './actions.ts'
import { Books } from './books.ts'
import { checkBooks } from './check-books.ts'
import { checkHistory } from './check-history.ts'
import { checkSnapshot } from './check-snapshot.ts'
import type { Dice } from './dice.ts'
import { type Finding, found } from './finding.ts'
import { History, type Operation, verdictOf } from './history.ts'
import { accountsToPay, type BankAccount, joinPlayer, type Player, payIn, type World } from './players.ts'
import { readTheirBooks } from './their-books.ts'
import { clearUp, stormUntil } from './weather.ts'

export const MEMBERS = 20
export const CLIENTS = 32
const FIRST_BAHT = 1_500
const SNAPSHOT_PAUSE_MS = 1_000
const RESOLVED_WITHIN_MS = 60_000
const LEAST_WITHDRAWAL = 10_000n

export interface Course {
  readonly world: World
  readonly databaseUrl: string
  readonly seconds: number
  readonly dice: Dice
  say(line: string): void
  /** Once the members are there, before anything happens. */
  begin(books: Books): Promise<void>
  /** Kills, deploys or whatever the proof is about, until then; all must live again when it resolves. */
  disturb(endsAt: number, history: History): Promise<void>
}

export interface Result {
  readonly history: History
  readonly faults: number
  readonly snapshots: number
  /** Calls whose answer was lost, all tries of theirs. */
  readonly inDoubt: number
  /** Of these, what the same intent was told when all was well again. */
  readonly finals: ReadonlyMap<string, number>
  /** From the moment that all lived again until no money was under way. */
  readonly resolvedAfterMs: number
  readonly findings: readonly Finding[]
}

interface Scene {
  readonly course: Course
  readonly books: Books
  readonly players: readonly Player[]
  /** The phones of all who have accounts: the demonstration's member is one of them. */
  readonly members: ReadonlySet<string>
  readonly banks: readonly BankAccount[]
  readonly history: History
  readonly gifts: string[]
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
    const snapshot = await books.snapshot().catch(() => null)
    if (snapshot) {
      count += 1
      findings.push(...checkSnapshot(snapshot, members))
    }
    await sleep(SNAPSHOT_PAUSE_MS)
  }
  return { count, findings }
}

function playOf({ course, books, banks, history, gifts }: Scene): (player: Player, dice: Dice) => Play {
  const withdrawals = new Map<string, bigint>()
  return (player, dice) => ({
    world: course.world,
    history,
    dice,
    player,
    banks,
    gifts,
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

/** Several movements under one intent, and codes without money: what died in the middle is told "under way" for good. */
const HAS_NO_FINAL_ANSWER = new Set(['transfer between', 'QR deposit'])

/** Asks again, with its key, for every call that is still in doubt: now the answer must come. */
async function askFinally({ course, players, history }: Scene): Promise<Finding[]> {
  const byPhone = new Map(players.map((player) => [player.phone, player]))
  const doubtful = history.operations.filter(
    (operation) =>
      operation.key !== null &&
      verdictOf(operation) === 'unknown' &&
      !HAS_NO_FINAL_ANSWER.has(operation.kind),
  )
  const findings: Finding[] = []
  const queue = [...doubtful]
  const askAll = async () => {
    for (let operation = queue.shift(); operation; operation = queue.shift()) {
      const player = byPhone.get(operation.member)
      if (!player) continue
      const outcome = await sendOf(course.world, player, operation)()
      operation.final = outcome
      if (outcome.kind === 'unknown' || outcome.kind === 'unsent') {
        findings.push(
          found('unresolved', `${operation.kind} ${operation.member} ${operation.key}: no answer`),
        )
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, askAll))
  return findings
}

/** Until no money is under way; the milliseconds that it took, or a finding when it took too long. */
async function untilResolved(books: Books): Promise<{ ms: number; findings: Finding[] }> {
  const startedAt = Date.now()
  for (;;) {
    const open = await books.countOpen()
    const ms = Date.now() - startedAt
    if (open === 0) return { ms, findings: [] }
    if (ms > RESOLVED_WITHIN_MS) {
      return { ms, findings: [found('unresolved', `${open} movements are still under way after ${ms} ms`)] }
    }
    await sleep(200)
  }
}

/** The bank may still have something to tell: both books are read until they agree, or do not for good. */
async function checkAtLast(scene: Scene): Promise<Finding[]> {
  const { course, books, players, members, history, gifts } = scene
  const deadline = Date.now() + RESOLVED_WITHIN_MS
  for (;;) {
    const theirs = await readTheirBooks(course.world, books, players, gifts)
    const ours = await books.all()
    const differences = checkBooks(ours, theirs)
    const isLate = Date.now() > deadline
    const known = new Set(ours.deposits.map(({ transRef }) => transRef))
    const isCatchingUp = theirs.bank.some(({ amount, transRef }) => amount > 0n && !known.has(transRef))
    const isQuiet = (await books.countOpen()) === 0
    if (!isLate && (isCatchingUp || !isQuiet)) {
      await sleep(1_000)
      continue
    }
    const died = checkIntentsEnded(history.operations, ours)
    return [
      ...checkSnapshot(ours.snapshot, members),
      ...checkHistory(history.operations, ours),
      ...differences,
      ...died,
    ]
  }
}

/** An intent of one movement that has ended has its answer, also when the process that began it is dead. */
function checkIntentsEnded(operations: readonly Operation[], { intents }: Awaited<ReturnType<Books['all']>>) {
  const kinds = new Map(operations.map(({ member, key, kind }) => [`${member} ${key}`, kind]))
  return intents.flatMap(({ member, key, status }) => {
    const kind = kinds.get(`${member} ${key}`)
    const isWithout = status === null && kind !== undefined && !HAS_NO_FINAL_ANSWER.has(kind)
    return isWithout ? [found('unresolved', `the intent ${kind} ${member} ${key} has no answer`)] : []
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
  const endsAt = Date.now() + seconds * 1_000
  let isDisturbed = true
  const disturbing = course.disturb(endsAt, scene.history).finally(() => {
    isDisturbed = false
  })
  // On a slow machine the disturbance takes longer than was asked for, and it is the disturbance that is to be seen.
  const isOver = () => Date.now() >= endsAt && !isDisturbed
  const play = playOf(scene)
  const [faults, watched] = await Promise.all([
    stormUntil(isOver, world, dice.of('weather')),
    watchUntil(isOver, scene),
    disturbing,
    ...Array.from({ length: CLIENTS }, (_, index) => {
      const own = dice.of(`client ${index}`)
      return clientUntil(isOver, players, own, (player) => play(player, own))
    }),
  ])
  say('the time is over: everything lives again, and the faults are switched off')
  await clearUp(world)
  const resolved = await untilResolved(books)
  const inDoubt = scene.history.operations.filter((one) => verdictOf(one) === 'unknown').length
  const unanswered = await askFinally(scene)
  const again = await untilResolved(books)
  const atLast = await checkAtLast(scene)
  const finals = new Map<string, number>()
  for (const { final } of scene.history.operations) {
    if (final) finals.set(final.kind, (finals.get(final.kind) ?? 0) + 1)
  }
  return {
    history: scene.history,
    faults,
    snapshots: watched.count,
    inDoubt,
    finals,
    resolvedAfterMs: resolved.ms,
    findings: [...watched.findings, ...resolved.findings, ...unanswered, ...again.findings, ...atLast],
  }
}
