/** What a failure means for the message that met it: the limits of a day hold far longer than the moment that those of a minute do. */
import { formatDateTime } from '@kapao/browser/time'
import type { Delivery, DeliveryEvent } from '@kapao/chat-view/delivery'
import type { Failure } from '../../lib/http.ts'
import type { Text } from '../../lib/i18n.ts'

/** Seconds. */
const A_MOMENT = 90

export function failedBy(why: Failure): DeliveryEvent {
  const wait = why.kind === 'refused' ? (why.retryAfter ?? 0) : 0
  return { type: 'failed', why, againAtMs: wait > A_MOMENT ? Date.now() + wait * 1000 : undefined }
}

/** At what time, not in how long: it may stand there for hours. In whole minutes, rounded up, so that it is over by then. */
export function tooOftenText(t: Text, { againAtMs = 0 }: Extract<Delivery, { at: 'failed' }>): string {
  if (againAtMs <= Date.now()) return t('chat.why-too-often')
  const time = formatDateTime(Math.ceil(againAtMs / 60_000) * 60_000).slice(0, 16)
  return t('chat.why-too-often-known', { time })
}
