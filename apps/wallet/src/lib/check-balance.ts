/** Asking every provider for its balance: by the player's tap, and by itself when the player comes back from a game. */
import type { AnswerOf } from '@kapao/contract/call'
import { refreshSlots } from '@kapao/contract/wallet'
import type { QueryClient } from '@tanstack/react-query'
import { ask } from './http.ts'
import { activeBonusQuery, walletQuery } from './member-queries.ts'
import { currentToken } from './session-token.ts'
import { perSession, sessionKeys } from './storage.ts'
import { untilAnswered } from './until-answered.ts'

/** Resolves when the screen shows what was answered; rejects with a SendFailure. */
export async function checkBalance(queries: QueryClient): Promise<AnswerOf<typeof refreshSlots>> {
  const answer = await ask(refreshSlots)
  // A wallet on its way was read before this.
  await queries.cancelQueries({ queryKey: walletQuery.queryKey })
  queries.setQueryData(
    walletQuery.queryKey,
    (known) =>
      known && {
        ...known,
        slots: answer.slots,
        gamesAgeSeconds: answer.failed.length === 0 ? 0 : known.gamesAgeSeconds,
      },
    // The wallet's own figure is as old as it was.
    { updatedAt: queries.getQueryState(walletQuery.queryKey)?.dataUpdatedAt ?? 0 },
  )
  // What was won may have ended a bonus.
  void queries.invalidateQueries({ queryKey: activeBonusQuery.queryKey })
  await queries.invalidateQueries({ queryKey: walletQuery.queryKey })
  return answer
}

let stopWaiting: () => void = () => undefined

/**
 * Call it when a game is opened: what was won or lost there is asked for once, on the way back. In-app browsers go there with this page itself, and
 * phones forget one that is not looked at, so the tab keeps it in mind for the page that comes then.
 */
export function checkBalanceOnReturn(queries: QueryClient): void {
  stopWaiting()
  perSession.set(sessionKeys.inGame, 'true')
  const returned = ({ type }: Event) => {
    if (document.visibilityState !== 'visible') return
    // A page that comes out of the browser's cache may have no focus yet.
    if (type !== 'pageshow' && !document.hasFocus()) return
    stopWaiting()
    takeReturn()
    // Unasked, so it fails in silence; the time of the last update says the rest.
    if (currentToken() !== null) stopWaiting = untilAnswered(() => checkBalance(queries))
  }
  document.addEventListener('visibilitychange', returned)
  window.addEventListener('focus', returned)
  window.addEventListener('pageshow', returned)
  stopWaiting = () => {
    document.removeEventListener('visibilitychange', returned)
    window.removeEventListener('focus', returned)
    window.removeEventListener('pageshow', returned)
  }
}

/** Whether a game was opened in this tab and its balance not asked for since: true once. */
export function takeReturn(): boolean {
  const isBack = perSession.get(sessionKeys.inGame) !== null
  perSession.remove(sessionKeys.inGame)
  return isBack
}
