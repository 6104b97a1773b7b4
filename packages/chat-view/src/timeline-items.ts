/** What is drawn of a conversation besides its messages: days, groups by sender and minute, and where a session ended. Pure. */
import { LOCAL_OFFSET_MS } from '@kapao/browser/time'

export interface Said {
  readonly key: string
  readonly atMs: number
  /** Who says it: messages of another one begin another group. */
  readonly by: string
  /** "" where it is not known. */
  readonly sessionId: string
}

export type TimelineItem<Message extends Said> =
  | { readonly kind: 'day'; readonly key: string; readonly atMs: number }
  /** The session before this place was ended. */
  | { readonly kind: 'end'; readonly key: string; readonly sessionId: string }
  | { readonly kind: 'group'; readonly key: string; readonly messages: readonly [Message, ...Message[]] }

/** `messages` oldest first. Days are those of Bangkok and Vientiane. */
export function timelineItems<Message extends Said>(messages: readonly Message[]): TimelineItem<Message>[] {
  const items: TimelineItem<Message>[] = []
  let group: [Message, ...Message[]] | null = null
  let before: Message | null = null
  let sessionId = ''
  for (const message of messages) {
    const isNewDay = before === null || dayOf(before.atMs) !== dayOf(message.atMs)
    const isNewSession = sessionId !== '' && message.sessionId !== '' && message.sessionId !== sessionId
    if (isNewSession) items.push({ kind: 'end', key: `end ${message.key}`, sessionId })
    if (isNewDay) items.push({ kind: 'day', key: `day ${dayOf(message.atMs)}`, atMs: message.atMs })
    if (group !== null && before !== null && !isNewDay && !isNewSession && belongs(before, message)) {
      group.push(message)
    } else {
      group = [message]
      items.push({ kind: 'group', key: message.key, messages: group })
    }
    before = message
    sessionId = message.sessionId || sessionId
  }
  return items
}

function belongs(before: Said, message: Said): boolean {
  return before.by === message.by && minuteOf(before.atMs) === minuteOf(message.atMs)
}

const dayOf = (atMs: number) => Math.floor((atMs + LOCAL_OFFSET_MS) / 86_400_000)
const minuteOf = (atMs: number) => Math.floor(atMs / 60_000)
