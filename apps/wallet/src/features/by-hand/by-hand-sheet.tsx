/** What the browser refused to do by itself, ready for the player's own tap: a text to copy, or a page to open. */
import { after } from '@kapao/browser/timers'
import { Button } from '@kapao/ui/button'
import { useEffect, useId, useRef } from 'react'
import type { ByHand } from '../../lib/by-hand.ts'
import { useText } from '../../lib/i18n.ts'
import { goHere } from '../../lib/open-window.ts'
import { Sheet } from '../../ui/sheet.tsx'
import stack from '../../ui/stack.module.css'
import styles from './by-hand.module.css'

export interface ByHandSheetProps {
  what: ByHand
  onClose: () => void
}

export function ByHandSheet({ what, onClose }: ByHandSheetProps) {
  return what.kind === 'copy' ? (
    <CopyText text={what.text} onClose={onClose} />
  ) : (
    <OpenPage what={what} onClose={onClose} />
  )
}

function CopyText({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useText()
  return (
    <Sheet open title={t('by-hand.copy-title')} closeLabel={t('app.close')} onClose={onClose}>
      <div className={stack.stack}>
        <p className={stack.muted}>{t('by-hand.copy-text')}</p>
        <SelectedText text={text} />
      </div>
    </Sheet>
  )
}

function SelectedText({ text }: { text: string }) {
  const t = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  // Focused alone it is not selected on every phone.
  const select = () => field.current?.setSelectionRange(0, text.length)
  useEffect(() => field.current?.focus(), [])
  return (
    <textarea
      ref={field}
      className={styles.text}
      readOnly
      rows={text.length > 24 ? 3 : 1}
      value={text}
      lang="en"
      aria-label={t('by-hand.copy-label')}
      onFocus={select}
      onClick={select}
    />
  )
}

interface OpenPageProps {
  what: Exclude<ByHand, { kind: 'copy' }>
  onClose: () => void
}

/** A link or a form that the player taps is no pop-up to any browser. Where a frame forbids even that, the page itself can go. */
function OpenPage({ what, onClose }: OpenPageProps) {
  const t = useText()
  const formId = useId()
  // Not before the browser has followed it.
  const closeSoon = () => void after(0, onClose)
  return (
    <Sheet
      open
      title={t('by-hand.open-title')}
      closeLabel={t('app.close')}
      onClose={onClose}
      footer={
        <>
          {what.kind === 'open' ? (
            <Button full icon="external" href={what.url} target="_blank" onClick={closeSoon}>
              {t('by-hand.open')}
            </Button>
          ) : (
            <Button full icon="external" type="submit" form={formId}>
              {t('by-hand.open')}
            </Button>
          )}
          <Button full variant="quiet" onClick={() => goHere(what)}>
            {t('by-hand.open-here')}
          </Button>
        </>
      }
    >
      <p className={stack.muted}>{t('by-hand.open-text')}</p>
      {what.kind === 'post' ? (
        <form
          id={formId}
          method="post"
          action={what.url}
          target="_blank"
          rel="noopener noreferrer"
          onSubmit={closeSoon}
        >
          {Object.entries(what.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </form>
      ) : null}
    </Sheet>
  )
}
