/** The call that draws, and what its answers mean. */
import { spinWheel } from '@kapao/contract/spinwheel'
import { type Result, send } from '../../lib/http.ts'
import { doneNow, type Intent } from '../../lib/intent.ts'
import type { Drawn, Wheel } from './spin-machine.ts'

/**
 * One spin. What was drawn for an earlier page, whose answer was lost, is not what this tap asks for: the coins that it shows are counted since. With no
 * coin left for another it is shown after all.
 */
export function draw(intent: Intent, { userCoin }: Wheel): ReturnType<typeof doneNow<Drawn>> {
  // The coins are in it: when they show after a reload that the lost spin took one, the next tap is another spin.
  return doneNow(intent, `coins:${userCoin}`, ['NO_COIN'], async (key) =>
    readOutcome(await send(spinWheel, { intent: key })),
  )
}

type Answer = { success: true; result: Drawn } | { success: false; error: string }

/** A spin that the server refuses in a success of HTTP is a refusal all the same. */
function readOutcome(result: Result<Answer>): Result<Drawn> {
  if (!result.ok) return result
  const { answer } = result
  if (answer.success) return { ...result, answer: answer.result }
  const refused = { ok: false, failure: { kind: 'refused', message: answer.error } } as const
  return result.isReplay ? { ...refused, isReplay: true } : refused
}
