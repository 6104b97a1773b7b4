import { langOf } from '@kapao/browser/lang-of'
import type { CannedReply } from '@kapao/contract/desk-tools'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Preview } from '../../ui/preview.tsx'
import styles from './canned-picker.module.css'
import { findCanned, keyOfList, slashQuery } from './slash.ts'

/** The list above the field while a slash stands at its beginning. The focus stays in the field. */
export function useCannedPicker(
  canned: readonly CannedReply[],
  text: string,
  language: CannedReply['language'],
  onChoose: (reply: CannedReply) => void,
) {
  const id = useId()
  const query = slashQuery(text)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const isOpen = query !== null && closedFor !== text
  const found = isOpen ? findCanned(canned, query, language) : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins at the top
  useEffect(() => setAt(0), [query])

  useEffect(() => {
    // A statement: what it answers in some browsers is a promise, which React would take for the clean-up.
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  /** Whether the key was for the list. */
  function pressKey(event: KeyboardEvent): boolean {
    if (!isOpen) return false
    const key = keyOfList(event, found.length)
    if (key === null) return false
    const chosen = found[at]
    if (key === 'next') setAt((at + 1) % found.length)
    else if (key === 'previous') setAt((at - 1 + found.length) % found.length)
    else if (key === 'close') setClosedFor(text)
    else if (key === 'choose' && chosen) onChoose(chosen)
    event.preventDefault()
    return true
  }

  return {
    id,
    isOpen,
    found,
    at,
    pressKey,
    onChoose,
    wiring: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && found.length > 0 ? `${id}-${at}` : undefined,
    } as const,
  }
}

interface CannedPickerProps {
  picker: ReturnType<typeof useCannedPicker>
  /** Why there is nothing to find, other than that nothing is called so. */
  missing: string | null
}

export function CannedPicker({ picker, missing }: CannedPickerProps) {
  const t = useText()
  if (!picker.isOpen) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className={styles.picker} tabIndex={0}>
      <div id={picker.id} role="listbox" aria-label={t('thread.canned')}>
        {picker.found.map((reply, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
          <div
            key={reply.cannedId}
            id={`${picker.id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === picker.at}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => picker.onChoose(reply)}
          >
            <span className={styles.title}>
              <span lang={langOf(reply.title)}>{reply.title}</span>
              {reply.shortcut === '' ? null : <kbd className={styles.key}>{`/${reply.shortcut}`}</kbd>}
            </span>
            <Preview className={styles.preview} message={reply.message} />
          </div>
        ))}
      </div>
      {picker.found.length === 0 ? <p className={styles.none}>{missing ?? t('thread.canned-none')}</p> : null}
    </div>
  )
}
