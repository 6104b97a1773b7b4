/** Whether the chat is open, how much in it is unread and whether something waits to be sent: what the bubble, the contact page and the chat know of each other. */
import { createListeners } from '@kapao/browser/listeners'
import { useSyncExternalStore } from 'react'
import { countInTitle } from './page-title.ts'
import { perSession, sessionKeys } from './storage.ts'

export interface ChatDoor {
  readonly isOpen: boolean
  readonly unread: number
  /** Something was written and the server has not taken it yet. */
  readonly hasUnsent: boolean
  /** Whether there is a chat at all: null as long as that is not known. */
  readonly isOffered: boolean | null
}

/** A page that went away while a file was being picked (in-app browsers, phones short of memory) comes back with its chat. */
const wasLeftPicking = perSession.get(sessionKeys.chatPicking) !== null
let door: ChatDoor = { isOpen: wasLeftPicking, unread: 0, hasUnsent: false, isOffered: null }
const [subscribe, announce] = createListeners()

/** Where what a customer wrote waits; nothing is kept there when nothing waits. */
export const outboxKey = (isMember: boolean) =>
  isMember ? sessionKeys.chatOutbox : sessionKeys.chatGuestOutbox

export function setChatDoor(change: Partial<ChatDoor>): void {
  door = { ...door, ...change }
  countInTitle(door.unread)
  announce()
}

export function openChat(): void {
  setChatDoor({ isOpen: true })
}

const current = () => door

export function useChatDoor(): ChatDoor {
  return useSyncExternalStore(subscribe, current, current)
}
