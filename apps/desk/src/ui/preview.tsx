import { langOf } from '@kapao/browser/lang-of'
import { useText } from '../lib/i18n.ts'
import { previewOf } from '../lib/preview.ts'

interface PreviewProps {
  message: Parameters<typeof previewOf>[1]
  className: string | undefined
}

/** The beginning of a message in a line. It may be in another language than what it is called: its line is as high as its own letters need. */
export function Preview({ message, className }: PreviewProps) {
  const t = useText()
  const text = previewOf(t, message)
  return (
    <span className={className} lang={langOf(text)}>
      {text}
    </span>
  )
}
