/** The chat of whoever this page belongs to: it lives from the first opening on, drawn only while it is open. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { setChatDoor, useChatDoor } from '../../lib/chat-door.ts'
import { ChatClient } from './chat-client.ts'
import { ChatSheet } from './chat-sheet.tsx'

/** `token` is a member's; a guest has none. With another one it must be another instance. */
export function Chat({ token }: { token: string | null }) {
  const [client, setClient] = useState<ChatClient | null>(null)
  const isMember = token !== null
  useEffect(() => {
    const made = new ChatClient(token)
    made.start()
    setClient(made)
    return () => {
      made.stop()
      setChatDoor({ unread: 0 })
    }
  }, [token])
  return client ? <Opened client={client} isMember={isMember} /> : null
}

function Opened({ client, isMember }: { client: ChatClient; isMember: boolean }) {
  const view = useSyncExternalStore(client.subscribe, () => client.view)
  const { isOpen } = useChatDoor()
  useEffect(() => setChatDoor({ unread: view.unread }), [view.unread])
  return isOpen ? (
    <ChatSheet
      client={client}
      view={view}
      isMember={isMember}
      onClose={() => setChatDoor({ isOpen: false })}
    />
  ) : null
}
