import { transferAll } from '@kapao/contract/wallet'
import { send } from './http.ts'
import { doneNow, type Intent } from './intent.ts'

/**
 * Brings every balance to one place. What was brought for an earlier form, whose answer was lost, does not count: more may be there since. Where there is
 * not, it is told as it ended.
 */
export function collectAll(intent: Intent, to: string) {
  return doneNow(intent, to, ['MONEY_NOT_ENOUGH'], (key) => send(transferAll, { body: { to }, intent: key }))
}
