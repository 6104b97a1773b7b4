/** What was being written in each conversation, for as long as the page lives. */
const drafts = new Map<string, string>()

export function readDraft(conversationId: string): string {
  return drafts.get(conversationId) ?? ''
}

export function writeDraft(conversationId: string, text: string): void {
  if (text === '') drafts.delete(conversationId)
  else drafts.set(conversationId, text)
}

export function forgetDrafts(): void {
  drafts.clear()
}
