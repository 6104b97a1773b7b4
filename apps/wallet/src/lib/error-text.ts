/**
 * A failure in the player's words. The texts of the codes are `errors.<CODE>` (in errors.*.json what visitors meet too, in
 * member-errors.*.json the rest). What another server says in words of its own is shown as it is.
 */

import { type Failure, type Refused, SendFailure } from '@kapao/browser/http'
import type { WireCode } from '@kapao/contract/codes'
import type { Currency } from '@kapao/contract/values'
import { formatShort } from '@kapao/money/format'
import { fromWire } from '@kapao/money/minor'
import { isTextKey, type Text, type TextKey } from './i18n.ts'
import { isFinal } from './mending.ts'
import { region } from './region.ts'

type Worded<Key extends TextKey> = Key
type NotUnderstood = Extract<Failure, { kind: 'not-understood' }>

const NETWORK_WANTS_LOGIN = 511

const noNetwork: Failure = { kind: 'no-network' }
const unknownFault: Failure = { kind: 'not-understood', status: 0, came: 'something' }

/** A code of the contract that has no text does not compile here. */
function isWorded(key: string): key is Worded<`errors.${WireCode}`> {
  return isTextKey(key)
}

/** Whether a refusal is one of the contract's, and not another server's own words. */
export const isCode = (message: string) => isWorded(`errors.${message}`)

/** That of every amount, in a build with one. */
const onlyCurrency: Currency | null = region.currencies.length === 1 ? region.currencies[0] : null

/** `currency` of the account, where several are possible and it is known: it stands beside the amounts. */
export function errorText(t: Text, failure: Failure, currency = onlyCurrency): string {
  if (failure.kind === 'not-understood') return t(`errors.${kindOf(failure)}`)
  // Where there is a line, it is as likely the server that is away.
  if (failure.kind === 'no-network' && navigator.onLine) return t('errors.unreachable')
  if (failure.kind !== 'refused') return t(`errors.${failure.kind}`)
  const key = `errors.${failure.message}`
  if (!isWorded(key)) return failure.message
  const beside = currency === null ? '' : ` ${t(`app.currency-${currency}`)}`
  const values = {
    min: amount(failure.min, beside),
    max: amount(failure.max, beside),
  }
  // A call's minimum may come without its figure from another server.
  if (failure.message === 'TRANSFER_MINIMUM' && failure.min !== undefined) {
    return t('errors.TRANSFER_MINIMUM-known', values)
  }
  // One of zero is no minimum: what was asked for was nothing.
  if (failure.message === 'REFUND_MINIMUM' && (failure.min ?? 0) > 0) {
    return t('errors.REFUND_MINIMUM-known', values)
  }
  if (failure.message === 'WITHDRAW_LIMIT' && failure.min !== undefined && failure.max !== undefined) {
    return t('errors.WITHDRAW_LIMIT-known', values)
  }
  if (failure.message === 'OTP_BLOCK' && failure.retryAfter) {
    return t('errors.OTP_BLOCK-known', waitOf(failure.retryAfter))
  }
  return t(key, values)
}

/** In whole minutes, and from an hour on in whole hours: rounded up, so that it is over by then. */
function waitOf(seconds: number) {
  return { minutes: Math.ceil(seconds / 60), hours: seconds > 3600 ? Math.ceil(seconds / 3600) : 0 }
}

/**
 * Proxies, balancers and firewalls answer in pages of their own, so the status is all that tells them apart. A network that wants a log-in
 * answers as if all were well, or with the status that is made for it.
 */
function kindOf({ status, came }: NotUnderstood) {
  if (status === 413) return 'too-large'
  if (status === NETWORK_WANTS_LOGIN) return 'foreign-page'
  if (status >= 500 || (status >= 400 && came === 'a-page')) return 'server-down'
  if (came === 'nothing') return 'empty-answer'
  return came === 'a-page' ? 'foreign-page' : 'not-understood'
}

/**
 * The same for what a query threw: null where it waits for the line to come back. Anything else that was thrown is a fault of ours, told as an
 * answer that makes no sense. `place`: what a place that goes on asking says instead, unless it is a refusal that asking does not change.
 */
export function failureText(t: Text, thrown: unknown, place?: string): string {
  const failure = thrown instanceof SendFailure ? thrown.failure : thrown === null ? noNetwork : unknownFault
  const isTold = failure.kind === 'refused' && isFinal(failure) && isCode(failure.message)
  return isTold || !place ? errorText(t, failure) : place
}

/** For the small print of an error: the end of the request's id is enough for support to find it in the log. */
export function referenceText(t: Text, failure: Failure): string | null {
  if (failure.kind === 'no-network' || failure.kind === 'timed-out' || !failure.requestId) return null
  return t('errors.reference', { id: failure.requestId.slice(-8) })
}

/** Whether a failure is this refusal: for the few that a screen answers in another way than by its text. */
export function isRefusal(failure: Failure, ...codes: readonly WireCode[]): failure is Refused {
  return failure.kind === 'refused' && codes.some((code) => code === failure.message)
}

function amount(value: number | undefined, beside: string): string {
  const minor = value === undefined ? null : fromWire(value)
  return minor === null ? '' : `${formatShort(minor)}${beside}`
}
