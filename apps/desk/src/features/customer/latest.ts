/** For what was refused since a conversation is not what it was when the agent chose. */
import type { DeskConversation } from '@kapao/contract/desk'
import type { QueryClient } from '@tanstack/react-query'
import { conversationQuery } from '../../lib/queries.ts'

/** What it is now; null where even that cannot be known. */
export async function askLatest(
  queries: QueryClient,
  conversationId: string,
): Promise<DeskConversation | null> {
  const query = { ...conversationQuery(conversationId), staleTime: 0 }
  const latest = await queries.fetchQuery(query).catch(() => null)
  return latest?.conversation ?? null
}
