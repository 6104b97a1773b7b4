// Kills at random and starts again, by a plan that the seed decides.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../bank-test/dice.ts'
import type { Actor } from './actor.ts'

export interface Kills {
  readonly counts: ReadonlyMap<string, number>
}

const SHORTEST_PEACE_MS = 3_000
const LONGEST_PEACE_MS = 8_000
const LONGEST_AWAY_MS = 2_500

/** Until `endsAt`. Each dies once before any dies twice; every fifth time two die together. All live again when it resolves. */
export async function killUntil(endsAt: number, actors: readonly Actor[], dice: Dice): Promise<Kills> {
  const counts = new Map(actors.map(({ name }) => [name, 0]))
  const returning: Promise<void>[] = []
  const away = new Set<Actor>()
  let bag: Actor[] = []
  const draw = (): Actor => {
    if (bag.length === 0) bag = [...actors]
    const drawn = dice.pick(bag)
    bag = bag.filter((actor) => actor !== drawn)
    return drawn
  }
  const strike = async (actor: Actor, awayMs: number) => {
    await actor.kill()
    counts.set(actor.name, (counts.get(actor.name) ?? 0) + 1)
    await sleep(awayMs)
    await actor.start()
    away.delete(actor)
  }
  while (actors.length > 0) {
    const peaceMs = dice.between(SHORTEST_PEACE_MS, LONGEST_PEACE_MS)
    if (Date.now() + peaceMs >= endsAt) break
    await sleep(peaceMs)
    const victims = dice.chance(20) ? [draw(), draw()] : [draw()]
    for (const victim of new Set(victims)) {
      const awayMs = dice.between(0, LONGEST_AWAY_MS)
      if (away.has(victim)) continue
      away.add(victim)
      const returned = strike(victim, awayMs)
      // Heard of at the end; until then it must not end the proof in the middle of everything.
      returned.catch(() => undefined)
      returning.push(returned)
    }
  }
  await sleep(Math.max(0, endsAt - Date.now()))
  await Promise.all(returning)
  return { counts }
}
