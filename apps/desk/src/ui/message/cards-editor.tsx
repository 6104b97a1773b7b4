import type { KnownMessage } from '@kapao/contract/chat'
import { Button } from '@kapao/ui/button'
import { Field } from '@kapao/ui/field'
import { IconButton } from '@kapao/ui/icon-button'
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

export function CardsEditor({ cards, onChange }: CardsEditorProps) {
  const t = useText()
  return (
    <div className={styles.parts}>
      {cards.map((card, index) => {
        const change = (changes: Partial<Card>) => onChange(cards.with(index, { ...card, ...changes }))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is being written has no other name.
          <div key={index} className={styles.part}>
            <div className={styles.head}>
              {t('message.card', { number: index + 1 })}
              <IconButton
                name="close"
                label={t('message.remove-card', { number: index + 1 })}
                onClick={() => onChange(cards.toSpliced(index, 1))}
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
        <Button small variant="secondary" icon="plus" onClick={() => onChange([...cards, emptyCard()])}>
          {t('message.add-card')}
        </Button>
      ) : null}
    </div>
  )
}
