import type { DeskConversation } from '@kapao/contract/desk'
import type { Text } from './i18n.ts'

type Who = Pick<DeskConversation, 'kind' | 'name' | 'username' | 'conversationId'>

/** Four that can be read out. */
function lastSigns(id: string): string {
  return id
    .replace(/[^a-z0-9]/gi, '')
    .slice(-4)
    .toUpperCase()
}

/** What a customer is called: a guest, who has no name, by the last signs of the conversation. */
export function customerName(t: Text, { kind, name, username, conversationId }: Who): string {
  if (kind === 'guest') return t('app.guest', { id: lastSigns(conversationId) })
  return name.trim() || username
}

/** What the server is to look for: of a guest's name, "Guest 7VJL", it knows the signs; the word before them is of the desk's language. */
export function searchFor(t: Text, typed: string): string {
  const search = typed.trim()
  const guest = t('app.guest', { id: '' })
  return search.toLowerCase().startsWith(guest.toLowerCase()) ? search.slice(guest.length).trim() : search
}
