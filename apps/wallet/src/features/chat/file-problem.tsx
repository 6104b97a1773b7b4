import { Icon } from '@kapao/ui/icon'
import { errorText } from '../../lib/error-text.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import styles from './chat.module.css'
import type { CheckedFile } from './chat-file.ts'

export type FileProblem = Exclude<CheckedFile, { kind: unknown }> | { readonly problem: 'lost' | 'no-line' }

/** Without a name where nobody knows any more which file it was. */
export type NamedProblem = FileProblem & { readonly name?: string }

/** Why files were not taken, above where they were picked. The region is there before, so that it is heard. */
export function FileProblems({ problems }: { problems: readonly NamedProblem[] }) {
  const t = useText()
  const namesBy = new Map<string, readonly string[]>()
  for (const problem of problems) {
    const words = wordsOf(t, problem)
    namesBy.set(words, [...(namesBy.get(words) ?? []), ...(problem.name === undefined ? [] : [problem.name])])
  }
  return (
    <div role="alert">
      {[...namesBy].map(([words, names]) => (
        <p key={words} className={styles.problem}>
          <Icon name="warning" size={18} />
          <span>
            {names.length > 0 ? <strong>{names.join(', ')}</strong> : null}
            <span>{words}</span>
          </span>
        </p>
      ))}
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
      return errorText(t, { kind: 'no-network' })
    case 'lost':
      return t('chat.picked-lost')
  }
}
