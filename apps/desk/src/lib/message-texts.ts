import type { MessageTexts } from '@kapao/chat-view/message-view'
import { useText } from './i18n.ts'

/** What the bubbles say of themselves. */
export function useMessageTexts(): MessageTexts {
  const t = useText()
  return {
    unsupported: t('app.unsupported'),
    picture: t('app.media-image'),
    video: t('app.media-video'),
    file: t('app.open-file'),
    missing: t('app.media-missing'),
    close: t('app.close'),
  }
}
