/** Whether the chat is open and how much in it is unread: what the bubble, the contact page and the chat know of each other. */
import { useSyncExternalStore } from 'react'
import { countInTitle } from './page-title.ts'
import { perSession, sessionKeys } from './storage.ts'

export interface ChatDoor {
  readonly isOpen: boolean
  readonly unread: number
  /** Whether there is a chat at all: null as long as that is not known. */
  readonly isOffered: boolean | null
}

/** A page that went away while a file was being picked (in-app browsers, phones short of memory) comes back with its chat. */
const wasLeftPicking =
  perSession.get(sessionKeys.chatDraft) !== null || perSession.get(sessionKeys.chatGuestDraft) !== null
let door: ChatDoor = { isOpen: wasLeftPicking, unread: 0, isOffered: null }
const listeners = new Set<() => void>()

export function setChatDoor(change: Partial<ChatDoor>): void {
  door = { ...door, ...change }
  countInTitle(door.unread)
  for (const listener of [...listeners]) listener()
}

export function openChat(): void {
  setChatDoor({ isOpen: true })
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

const current = () => door

export function useChatDoor(): ChatDoor {
  return useSyncExternalStore(subscribe, current, current)
}
