/** A message in one line, for the inbox. */
import { inWords } from '@kapao/chat-view/in-words'
import type { Text } from './i18n.ts'

export function previewOf(t: Text, received: Parameters<typeof inWords>[0]): string {
  return inWords(received, (what) => t(what === 'unsupported' ? 'app.unsupported' : `app.media-${what}`))
}
