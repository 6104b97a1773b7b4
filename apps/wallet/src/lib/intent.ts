/**
 * One idempotency key per thing the player means to do (facts: double taps, retries after a lost answer). The same content gives the
 * same key until an answer settles it; other content is another intent. Make one per opened form, in its state, by the form's name:
 * what is not settled lives in the tab's storage, so that after a reload in the middle (in-app browsers do that on their own) the
 * same content still is the same intent.
 */
import type { Failure, Result } from '@kapao/browser/http'
import { randomUuid } from '@kapao/browser/random-uuid'
import { errorText, isCode } from './error-text.ts'
import type { Text } from './i18n.ts'
import { isTooMuch } from './mending.ts'
import { perSession, sessionKeys } from './storage.ts'

type Told =
  | { readonly ok: true; readonly isReplay?: true }
  | { readonly ok: false; readonly failure?: Failed; readonly isReplay?: true }

interface Failed {
  readonly kind: string
  readonly message?: string
  readonly isFault?: true | undefined
  readonly isAccepted?: true | undefined
}

export interface Intent {
  /** The key to send with this content. `content` is anything that names it, such as `WALLET>PG:10000`. */
  keyFor(content: string): string
  /**
   * Call it with every result: a success or a refusal ends the intent, a lost answer keeps it for the retry. `wasDoneBefore`: for an earlier
   * form, and nothing now: whoever filled in this one may know that, and mean something new. `isPerhapsDone`: it was refused, but a try before
   * it was left without an answer, and a server that knows no key judges each by itself. One that replays the refusal of that try does know it.
   */
  settle(result: Told): { readonly wasDoneBefore: boolean; readonly isPerhapsDone: boolean }
}

interface OpenIntent {
  readonly content: string
  readonly key: string
}

export function createIntent(name: string): Intent {
  const own = new Set<string>()
  let key = ''
  let isAgain = false
  return {
    keyFor(content) {
      const open = readOpen().get(name)
      isAgain = open?.content === content
      if (open && isAgain) key = open.key
      else {
        key = randomUuid()
        own.add(key)
        writeOpen(name, { content, key })
      }
      return key
    },
    settle(result) {
      // By the time that an answer comes another form may have begun something of its own, and somebody else's even. A form that has sent nothing yet ends
      // what was left open before it.
      const isOpen = !key || readOpen().get(name)?.key === key
      if (isOpen && isEnd(result, isAgain)) writeOpen(name, null)
      return {
        wasDoneBefore: result.ok && result.isReplay === true && !own.has(key),
        isPerhapsDone: isAgain && !result.ok && !result.isReplay,
      }
    },
  }
}

/** One that is turned away before it is looked at says nothing of a try before it, which is as unknown as it was. */
function isEnd(result: Told, isAgain: boolean): boolean {
  if (result.ok) return true
  const { failure } = result
  const isTurnedAway = isAgain && isTooMuch(failure?.message ?? '')
  return failure !== undefined && !isOutcomeUnknown(failure) && !isTurnedAway
}

/**
 * Sends what has no content to tell one intent from the next by. What was done for an earlier form, whose answer was lost, does not count: there
 * may be more to do since, and where there is not, which this call's server says by one of `nothingLeft`, that answer holds.
 */
export async function doneNow<Answer>(
  intent: Intent,
  content: string,
  nothingLeft: readonly string[],
  sendWith: (key: string) => Promise<Result<Answer>>,
): Promise<Result<Answer> & { readonly isPerhapsDone?: boolean }> {
  const result = await sendWith(intent.keyFor(content))
  const { wasDoneBefore, isPerhapsDone } = intent.settle(result)
  if (!wasDoneBefore) return isPerhapsDone ? { ...result, isPerhapsDone } : result
  const now = await sendWith(intent.keyFor(content))
  intent.settle(now)
  const isNothingLeft = !now.ok && now.failure.kind === 'refused' && nothingLeft.includes(now.failure.message)
  return isNothingLeft ? result : now
}

function readOpen(): Map<string, OpenIntent> {
  const open = new Map<string, OpenIntent>()
  try {
    const kept: unknown = JSON.parse(perSession.get(sessionKeys.intents) ?? '[]')
    for (const line of Array.isArray(kept) ? kept : []) {
      const [name, content, key]: unknown[] = Array.isArray(line) ? line : []
      if (typeof name === 'string' && typeof content === 'string' && typeof key === 'string') {
        open.set(name, { content, key })
      }
    }
  } catch {
    // Somebody else wrote there; then nothing is open.
  }
  return open
}

function writeOpen(name: string, intent: OpenIntent | null): void {
  const open = readOpen()
  if (intent) open.set(name, intent)
  else open.delete(name)
  const lines = [...open].map(([one, { content, key }]) => [one, content, key])
  perSession.set(sessionKeys.intents, JSON.stringify(lines))
}

/**
 * Whether a write may have happened all the same: no answer came, or the server broke while it was at it, or something before it gave up waiting and
 * says so in words of its own, or words of its own come as a success. Of the contract's codes each says for itself what became of it.
 */
export function isOutcomeUnknown(failure: Failed): boolean {
  const { kind, message = '' } = failure
  return (
    kind !== 'refused' ||
    message === 'INTERNAL_SERVER_ERROR' ||
    ((failure.isFault ?? failure.isAccepted ?? false) && !isCode(message))
  )
}

/**
 * A failure in the player's words where money was to be moved: whether it was, by this try or one before it, is not always known. Then a refusal's own
 * words are left out: they say of the money that it is untouched. `perhapsDone`: where to look instead of in the statement.
 */
export function moneyErrorText(
  t: Text,
  failure: Failure,
  isPerhapsDone = false,
  perhapsDone = t('errors.perhaps-done'),
): string {
  if (isOutcomeUnknown(failure)) return `${errorText(t, failure)} ${perhapsDone}`
  return isPerhapsDone ? perhapsDone : errorText(t, failure)
}
