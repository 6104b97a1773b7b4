/**
 * Entering a game: by the provider's auto-login link, by its posted form, or by its web address. Call `openWindow()` inside the tap
 * and hand the window over: what is asked of the server first takes longer than a browser lets a tap open windows.
 */
import {
  autoLoginByPassword,
  autoLoginByUsername,
  passwordAutoLogins,
  usernameAutoLogins,
} from '@kapao/contract/auto-login'
import type { Currency } from '@kapao/contract/values'
import { getGameAccount } from '@kapao/contract/wallet'
import { errorText, isRefusal } from './error-text.ts'
import { type Failure, send } from './http.ts'
import type { Text } from './i18n.ts'
import { isWebPage, type OpeningWindow } from './open-window.ts'

interface GameToEnter {
  readonly code: string
  readonly web: string | null
  /** Its account came with a form to log in by. */
  readonly hasForm?: boolean
}

/** Null when the game opened; else why not, and the empty window is closed again. */
export async function enterGame(game: GameToEnter, opening: OpeningWindow): Promise<Failure | null> {
  const failure = await tryToEnter(game, opening)
  if (failure) opening.giveUp()
  return failure
}

/**
 * Why it did not open. A provider that knows of no account, where only an open one is entered, is one that does not answer; and the words of the
 * code for a door that stays shut are about the wallet's own log-in.
 */
export function notEnteredText(t: Text, failure: Failure, currency?: Currency): string {
  const isSilent = isRefusal(failure, 'SLOT_NO_ACCOUNT', 'LOGIN_FAIL')
  return isSilent ? t('errors.game-silent') : errorText(t, failure, currency)
}

/** Whether there is a way in from here at all: some games are only entered in their own app. */
export function canEnterGame({ code, web, hasForm }: GameToEnter): boolean {
  const isPage = web !== null && isWebPage(web)
  return isPage || autoLoginOf(code) !== null || code === FORM_LOGIN_CODE || hasForm === true
}

/** The one whose login is known to be a form (api: Wallet). */
const FORM_LOGIN_CODE = 'UFABET'

/** No address, or one that is no web page's. */
const noWayIn: Failure = { kind: 'refused', message: 'NO_GAME' }

async function tryToEnter(
  { code, web, hasForm }: GameToEnter,
  opening: OpeningWindow,
): Promise<Failure | null> {
  const login = autoLoginOf(code)
  if (login === null && code !== FORM_LOGIN_CODE && !hasForm && web !== null) {
    return opening.go(web) ? null : noWayIn
  }
  const account = await send(getGameAccount, { params: { code } })
  if (!account.ok) return account.failure
  const { username, password, event } = account.answer
  if (event) {
    // The server knows what its provider asks for under these names; both are added where it says nothing of them.
    return opening.post(event.action, { username, password, ...event.fields }) ? null : noWayIn
  }
  if (login === null) {
    return web !== null && opening.go(web) ? null : noWayIn
  }
  const answered =
    login.by === 'username'
      ? await send(autoLoginByUsername, { params: { provider: login.provider, username } })
      : await send(autoLoginByPassword, { params: { provider: login.provider, username, password } })
  if (!answered.ok) return answered.failure
  return opening.go(answered.answer.link) ? null : noWayIn
}

function autoLoginOf(code: string): { by: 'username' | 'password'; provider: string } | null {
  const provider = code.toLowerCase()
  if (usernameAutoLogins.some((one) => one === provider)) return { by: 'username', provider }
  return passwordAutoLogins.some((one) => one === provider) ? { by: 'password', provider } : null
}
