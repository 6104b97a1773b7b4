import type { AnswerOf } from '@kapao/contract/call'
import { transferAll } from '@kapao/contract/wallet'
import { type Result, send } from './http.ts'
import type { Intent } from './intent.ts'

/** Brings every balance to one place. What was brought for an earlier form, whose answer was lost, does not count: more may be there since. */
export async function collectAll(intent: Intent, to: string): Promise<Result<AnswerOf<typeof transferAll>>> {
  const result = await send(transferAll, { body: { to }, intent: intent.keyFor(to) })
  return intent.settle(result).wasDoneBefore ? collectAll(intent, to) : result
}
