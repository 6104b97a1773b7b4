/** The two calls that move money between places, and what their answers or their silence mean. */
import { transfer } from '@kapao/contract/wallet'
import type { Minor } from '@kapao/money/minor'
import { collectAll } from '../../lib/collect-all.ts'
import { type Result, send } from '../../lib/http.ts'
import { type Intent, isOutcomeUnknown } from '../../lib/intent.ts'
import type { Outcome, Sent } from './transfer-machine.ts'

interface TransferAnswer {
  readonly status?: 'IN_PROGRESS' | undefined
  readonly failed?: readonly string[] | undefined
  /** What really moved, when the server says so: a game may take less than was sent. */
  readonly amount?: Minor | undefined
}

/** The same content is the same intent until an answer settles it: a retry moves nothing twice. */
export async function sendIt(intent: Intent, sent: Sent): Promise<Outcome> {
  if (sent.action === 'all') return outcomeOf(await collectAll(intent, sent.to))
  const { from, to, amount } = sent
  const key = intent.keyFor(`${from}>${to}:${amount}`)
  const result = await send(transfer, { body: { from, to, amount }, intent: key })
  const { wasDoneBefore, isPerhapsDone } = intent.settle(result)
  return wasDoneBefore ? { kind: 'moved-before' } : outcomeOf({ ...result, isPerhapsDone })
}

export function outcomeOf(result: Result<TransferAnswer> & { readonly isPerhapsDone?: boolean }): Outcome {
  if (result.ok) {
    const { status, failed, amount } = result.answer
    if (status === 'IN_PROGRESS') return { kind: 'in-progress' }
    return { kind: 'moved', left: failed ?? [], amount }
  }
  const { failure, isPerhapsDone = false } = result
  return isOutcomeUnknown(failure)
    ? { kind: 'unknown', failure }
    : { kind: 'refused', failure, isPerhapsDone }
}
