import type { Line } from './line.ts'
import type { MessageRow } from './message-row.ts'

/** A notification holds 8000 bytes; a conversation and its seq take some thirty. */
const MOST_AT_ONCE = 200

/** Tells every process that a message was stored, after its transaction: see decisions/chat.md. */
export interface Teller {
  tell(message: MessageRow): void
}

/** While one notification is on its way, the next ones gather: a busy server sends few of them. */
export function openTeller(line: Line, onError: (error: unknown) => void): Teller {
  const waiting = new Map<bigint, number>()
  let isRunning = false

  async function tellAll(): Promise<void> {
    while (waiting.size > 0) {
      const messages = [...waiting].slice(0, MOST_AT_ONCE)
      for (const [conversationId] of messages) waiting.delete(conversationId)
      // What is not told is found all the same, a little later (deliver.ts).
      await line.tell({ messages }).catch(onError)
    }
  }

  return {
    tell(message) {
      const { conversationId, seq } = message
      // Those who sit here need not wait until the others are told, nor until it has been looked for.
      line.tellHere({ messages: [[conversationId, seq]] }, message)
      waiting.set(conversationId, Math.max(seq, waiting.get(conversationId) ?? 0))
      if (isRunning) return
      isRunning = true
      tellAll().finally(() => {
        isRunning = false
      })
    },
  }
}
