// From the moment that everything lives again until nothing is in doubt: no money under way, and an answer to each call whose own was lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { sendOf } from './actions.ts'
import type { Books } from './books.ts'
import { type Finding, found } from './finding.ts'
import { type Operation, verdictOf } from './history.ts'
import { HAS_NO_FINAL_ANSWER, NOT_FOUND_SECONDS, RESOLVED_WITHIN_MS, type Scene } from './scene.ts'

export interface Recovery {
  /** Calls whose answer was lost, all tries of theirs. */
  readonly inDoubt: number
  /** Of these, what the same intent was told when all was well again. */
  readonly finals: ReadonlyMap<string, number>
  /** From the recovery until no money was under way. */
  readonly settledAfterMs: number
  /** From the recovery until each call in doubt had its answer, too, and what that began had come to its end. */
  readonly knownAfterMs: number
  readonly findings: readonly Finding[]
}

/** Every call that is still in doubt and can be asked for again. */
function doubtful({ history }: Scene): Operation[] {
  return history.operations.filter(
    (operation) =>
      operation.key !== null &&
      verdictOf(operation) === 'unknown' &&
      !HAS_NO_FINAL_ANSWER.has(operation.kind),
  )
}

/** Asks for each again, with its key: now the answer must come. */
async function askFinally({ course, players }: Scene, operations: readonly Operation[]): Promise<Finding[]> {
  const byPhone = new Map(players.map((player) => [player.phone, player]))
  const queue = [...operations]
  const findings: Finding[] = []
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

/** Until no money is under way, or it has been for too long. */
async function untilSettled(books: Books, recoveredAt: number): Promise<Finding[]> {
  for (;;) {
    await books.passNotFound(NOT_FOUND_SECONDS)
    const open = await books.countOpen()
    if (open === 0) return []
    const ms = Date.now() - recoveredAt
    if (ms > RESOLVED_WITHIN_MS) {
      return [found('unresolved', `${open} movements are still under way ${ms} ms after the recovery`)]
    }
    await sleep(200)
  }
}

/** One clock for all of it, and it runs from the recovery: what the clients took to end and to ask again is in it. */
export async function recover(scene: Scene, recoveredAt: number): Promise<Recovery> {
  const { books, history } = scene
  const sinceThen = () => Date.now() - recoveredAt
  const inDoubt = history.operations.filter((one) => verdictOf(one) === 'unknown').length
  // Whose money is under way gets no better answer than that, and a bonus is not cleared meanwhile: these are asked for when it has settled.
  const underWay = await books.keysUnderWay()
  const atOnce = doubtful(scene).filter(
    ({ kind, member, key }) => kind !== 'clear bonus' && !underWay.has(`${member} ${key}`),
  )
  const [unanswered, settled] = await Promise.all([
    askFinally(scene, atOnce),
    untilSettled(books, recoveredAt).then((findings) => ({ findings, afterMs: sinceThen() })),
  ])
  const rest = new Set(doubtful(scene)).difference(new Set(atOnce))
  unanswered.push(...(await askFinally(scene, [...rest])))
  const again = await untilSettled(books, recoveredAt)
  const knownAfterMs = sinceThen()
  const late =
    knownAfterMs > RESOLVED_WITHIN_MS && settled.findings.length + again.length === 0
      ? [found('unresolved', `what was in doubt was known only ${knownAfterMs} ms after the recovery`)]
      : []
  const finals = new Map<string, number>()
  for (const { final } of history.operations) {
    if (final) finals.set(final.kind, (finals.get(final.kind) ?? 0) + 1)
  }
  return {
    inDoubt,
    finals,
    settledAfterMs: settled.afterMs,
    knownAfterMs,
    findings: [...settled.findings, ...unanswered, ...again, ...late],
  }
}
