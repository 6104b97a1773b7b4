/** The conversation before it is there. */
import { Skeleton } from '@kapao/ui/skeleton'
import { FailedState } from '@kapao/ui/states'
import { useText } from '../../lib/i18n.ts'
import styles from './log.module.css'

export function LogLoading() {
  const t = useText()
  return (
    <div className={styles.loading} role="status" aria-label={t('chat.loading')}>
      <Skeleton shape="block" width="62%" height={64} />
      <Skeleton shape="block" width="45%" height={44} />
      <Skeleton shape="block" width="55%" height={44} />
    </div>
  )
}

interface LogFailedProps {
  how: 'failed' | 'refused'
  isBusy: boolean
  onRetry: () => void
}

export function LogFailed({ how, isBusy, onRetry }: LogFailedProps) {
  const t = useText()
  return (
    <div className={styles.empty}>
      <FailedState
        title={t(`chat.${how}-title`)}
        retryLabel={how === 'refused' ? undefined : t('app.try-again')}
        busy={isBusy}
        onRetry={onRetry}
      >
        {t(`chat.${how}-text`)}
      </FailedState>
    </div>
  )
}
