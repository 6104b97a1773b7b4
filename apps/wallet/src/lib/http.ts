/**
 * The wallet's way to the server: `send`, `ask` and the rest of @kapao/browser/http with this page's token. Ends of the session are
 * announced through session-token.ts.
 */
import {
  type Failure as AnyFailure,
  type Result as AnyResult,
  addressOf,
  createAsk,
  createSend,
  type Session,
} from '@kapao/browser/http'
import { takeBegun } from './begun.ts'
import { announceSessionEnd, currentToken, forgetSession } from './session-token.ts'

export type Failure = AnyFailure
export type Result<Answer> = AnyResult<Answer>

/** The codes that share the text "cannot verify identity" and lead to /login, and `invalid-token`, which leads there too. */
const unverifiedMessages: ReadonlySet<string> = new Set([
  'invalid-token',
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
])

/** Where the operator's API is, as index.html says it: "" is the page's own host. */
function apiOrigin(): string {
  const said = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="kapao-api"]')
  return said?.content.replace(/\/+$/, '') ?? ''
}

export const session: Session = {
  origin: apiOrigin(),
  credentials: 'omit',
  currentToken,
  begun: takeBegun,
  isEnd: (message) => message === 'gone' || unverifiedMessages.has(message),
  refused(message, token) {
    if (message === 'gone') announceSessionEnd('gone')
    if (unverifiedMessages.has(message) && currentToken() === token) {
      forgetSession()
      announceSessionEnd('unverified')
    }
  },
}

export const send = createSend(session)
export const ask = createAsk(send)

export function apiAddress(path: string): string {
  return addressOf(session, path)
}
