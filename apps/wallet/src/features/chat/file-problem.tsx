import { Icon } from '@kapao/ui/icon'
import { useText } from '../../lib/i18n.ts'
import styles from './chat.module.css'
import type { CheckedFile } from './chat-file.ts'

export type FileProblem = Exclude<CheckedFile, { kind: unknown }>

/** Why a file was not taken, above where it was picked. The region is there before, so that it is heard. */
export function FileProblemLine({ problem }: { problem: FileProblem | null }) {
  const t = useText()
  return (
    <div role="alert">
      {problem ? (
        <p className={styles.problem}>
          <Icon name="warning" size={18} />
          <span>
            {problem.problem === 'too-large'
              ? t('chat.too-large', { mb: problem.maxMb })
              : t('chat.not-supported')}
          </span>
        </p>
      ) : null}
    </div>
  )
}
