/** Where a session ended, and what the customer said of it. */
import { langOf } from '@kapao/browser/lang-of'
import { Stars } from '@kapao/chat-view/stars'
import type { DeskSession } from '@kapao/contract/desk'
import { useText } from '../../lib/i18n.ts'
import styles from './session-end.module.css'

export function SessionEnd({ session }: { session: DeskSession | undefined }) {
  const t = useText()
  const { score = null, comment = '', helper } = session ?? {}
  return (
    <div className={styles.end}>
      <p className={styles.line}>
        <span>{t('thread.ended-here')}</span>
      </p>
      {score === null ? null : (
        <div className={styles.rating}>
          <Stars score={score} label={t('thread.rated', { score })} />
          {comment === '' ? null : (
            <q className={styles.comment} lang={langOf(comment)}>
              {comment}
            </q>
          )}
          <p className={styles.whose}>{t('thread.rated-for', { name: helper?.displayName ?? '' })}</p>
        </div>
      )}
    </div>
  )
}
