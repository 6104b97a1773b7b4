/** Asking every provider for its balance: by the player's tap, and by itself when the player comes back from a game. */
import type { AnswerOf } from '@kapao/contract/call'
import { refreshSlots } from '@kapao/contract/wallet'
import type { QueryClient } from '@tanstack/react-query'
import { ask } from './http.ts'
import { walletQuery } from './member-queries.ts'
import { currentToken } from './session-token.ts'

/** Resolves when the screen shows what was answered; rejects with a SendFailure. */
export async function checkBalance(queries: QueryClient): Promise<AnswerOf<typeof refreshSlots>> {
  const answer = await ask(refreshSlots)
  // A wallet on its way was read before this.
  await queries.cancelQueries({ queryKey: walletQuery.queryKey })
  queries.setQueryData(walletQuery.queryKey, (known) => known && { ...known, slots: answer.slots })
  await queries.invalidateQueries({ queryKey: walletQuery.queryKey })
  return answer
}

let stopWaiting: () => void = () => undefined

/** Call it when a game was opened in another window: what was won or lost there is asked for once, on the way back. */
export function checkBalanceOnReturn(queries: QueryClient): void {
  stopWaiting()
  const returned = () => {
    if (document.visibilityState !== 'visible' || !document.hasFocus()) return
    stopWaiting()
    // Unasked, so it fails in silence; the time of the last update says the rest.
    if (currentToken() !== null) checkBalance(queries).catch(() => undefined)
  }
  document.addEventListener('visibilitychange', returned)
  window.addEventListener('focus', returned)
  stopWaiting = () => {
    document.removeEventListener('visibilitychange', returned)
    window.removeEventListener('focus', returned)
  }
}
