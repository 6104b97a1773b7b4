/** What the inbox shows of its rows. Pure. */

import { onceEach } from '@kapao/browser/once-each'
import type { DeskConversation } from '@kapao/contract/desk'

export function rowsOf(
  pages: readonly { readonly conversations: readonly DeskConversation[] }[],
): readonly DeskConversation[] {
  const rows = pages.flatMap(({ conversations }) => conversations)
  return onceEach(rows, ({ conversationId }) => conversationId)
}

const LONG_WAIT_MS = 5 * 60_000

/** How long the customer has waited, and whether that is too long. Null when nobody waits. */
export function waitOf(
  { waitingSince }: Pick<DeskConversation, 'waitingSince'>,
  nowMs: number,
): { readonly waitedMs: number; readonly isLong: boolean } | null {
  if (waitingSince === null) return null
  const waitedMs = Math.max(0, nowMs - Date.parse(waitingSince))
  return { waitedMs, isLong: waitedMs >= LONG_WAIT_MS }
}

/** The browser's tab: what nobody has read comes first. */
export function tabTitle(unread: number, name: string): string {
  if (unread < 1) return name
  return `(${unread > 99 ? '99+' : unread}) ${name}`
}
