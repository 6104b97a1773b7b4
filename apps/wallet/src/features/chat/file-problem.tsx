import { Icon } from '@kapao/ui/icon'
import { type Text, useText } from '../../lib/i18n.ts'
import styles from './chat.module.css'
import type { CheckedFile } from './chat-file.ts'

export type FileProblem = Exclude<CheckedFile, { kind: unknown }> | { readonly problem: 'lost' | 'no-line' }

/** Why a file was not taken, above where it was picked. The region is there before, so that it is heard. */
export function FileProblemLine({ problem }: { problem: FileProblem | null }) {
  const t = useText()
  return (
    <div role="alert">
      {problem ? (
        <p className={styles.problem}>
          <Icon name="warning" size={18} />
          <span>{wordsOf(t, problem)}</span>
        </p>
      ) : null}
    </div>
  )
}

function wordsOf(t: Text, problem: FileProblem): string {
  switch (problem.problem) {
    case 'too-large':
      return t('chat.too-large', { mb: problem.maxMb })
    case 'not-supported':
      return t('chat.not-supported')
    case 'no-line':
      return t('chat.why-no-network')
    case 'lost':
      return t('chat.picked-lost')
  }
}
