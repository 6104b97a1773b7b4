import { randomUuid } from '@kapao/browser/random-uuid'
import type { KnownMessage } from '@kapao/contract/chat'
import { Button } from '@kapao/ui/button'
import { Field } from '@kapao/ui/field'
import { IconButton } from '@kapao/ui/icon-button'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { ButtonsEditor } from './buttons-editor.tsx'
import { FilePick } from './file-pick.tsx'
import styles from './message-editor.module.css'
import { emptyCard, limits } from './message-rules.ts'

type Card = Extract<KnownMessage, { message_type: 'generic' }>['payload']['elements'][number]

interface CardsEditorProps {
  cards: readonly Card[]
  onChange: (cards: Card[]) => void
}

/** Of the cards, here alone: a picture on its way comes to the card that it was chosen for, though one before it is removed meanwhile. */
function useNames(count: number) {
  const [names, setNames] = useState<readonly string[]>([])
  if (names.length === count) return [names, setNames] as const
  // The first ones, or others in the place of all: what was written may have been discarded.
  const fresh = Array.from({ length: count }, randomUuid)
  setNames(fresh)
  return [fresh, setNames] as const
}

export function CardsEditor({ cards, onChange }: CardsEditorProps) {
  const t = useText()
  const [names, setNames] = useNames(cards.length)
  function add() {
    setNames([...names, randomUuid()])
    onChange([...cards, emptyCard()])
  }
  function remove(index: number) {
    setNames(names.toSpliced(index, 1))
    onChange(cards.toSpliced(index, 1))
  }
  return (
    <div className={styles.parts}>
      {cards.map((card, index) => {
        const change = (changes: Partial<Card>) => onChange(cards.with(index, { ...card, ...changes }))
        return (
          <div key={names[index]} className={styles.part}>
            <div className={styles.head}>
              {t('message.card', { number: index + 1 })}
              <IconButton
                name="close"
                label={t('message.remove-card', { number: index + 1 })}
                onClick={() => remove(index)}
              />
            </div>
            <FilePick
              isPicture
              filePath={card.image_url ?? ''}
              onPicked={({ path }) => change({ image_url: path })}
            />
            <Field
              label={t('message.card-title')}
              value={card.title}
              onChange={(title) => change({ title })}
            />
            <Field
              label={t('message.card-subtitle')}
              value={card.subtitle ?? ''}
              onChange={(subtitle) => change({ subtitle })}
            />
            <ButtonsEditor buttons={card.buttons} onChange={(buttons) => change({ buttons })} />
          </div>
        )
      })}
      {cards.length < limits.cards ? (
        <Button small variant="secondary" icon="plus" onClick={add}>
          {t('message.add-card')}
        </Button>
      ) : null}
    </div>
  )
}
