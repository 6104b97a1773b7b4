/** For what was refused since a conversation is not what it was when the agent chose. */
import { type DeskConversation, getDeskConversation } from '@kapao/contract/desk'
import type { QueryClient } from '@tanstack/react-query'
import { send } from '../../lib/http.ts'
import { conversationKey } from '../../lib/queries.ts'

/** What it is now; null where even that cannot be known. */
export async function askLatest(
  queries: QueryClient,
  conversationId: string,
): Promise<DeskConversation | null> {
  // Not as a query: a hint that comes meanwhile would give it up, and answer with what was known before.
  const latest = await send(getDeskConversation, { params: { conversationId } })
  if (!latest.ok) return null
  queries.setQueryData(conversationKey(conversationId), latest.answer)
  return latest.answer.conversation
}
