import { loadState } from '@kapao/browser/load-state'
import { Button } from '@kapao/ui/button'
import { SkeletonText } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import { acceptAgreement, agreementsQuery, isAgreementAccepted } from '../../lib/agreement.ts'
import { useText } from '../../lib/i18n.ts'
import { mending } from '../../lib/mending.ts'
import { Html } from '../../ui/html.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './agreement.module.css'

/** The operator's agreement, as long as it is; accepted once, it can be read again at any time. */
export function AgreementSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const asked = useQuery({ ...agreementsQuery, refetchInterval: mending })
  const agreements = asked.data ?? []
  const state = loadState(asked)
  function accept() {
    acceptAgreement()
    onClose()
  }
  return (
    <Sheet
      open
      title={t('agreement.title')}
      closeLabel={t('app.close')}
      onClose={onClose}
      footer={
        agreements.length === 0 ? null : isAgreementAccepted() ? (
          <p className={styles.accepted} role="status">
            {t('agreement.accepted')}
          </p>
        ) : (
          <Button full onClick={accept}>
            {t('agreement.accept')}
          </Button>
        )
      }
    >
      {state === 'loading' ? <SkeletonText label={t('agreement.loading')} /> : null}
      {state === 'failed' ? (
        <FailedState
          title={t('agreement.failed')}
          retryLabel={t('app.try-again')}
          busy={asked.isFetching}
          onRetry={() => void asked.refetch()}
        >
          <LoadFailure asked={asked} />
        </FailedState>
      ) : null}
      {asked.data && agreements.length === 0 ? (
        <EmptyState icon="rules" title={t('agreement.empty')}>
          {t('agreement.empty-text')}
        </EmptyState>
      ) : null}
      {agreements.map((html, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no other name, and never change places.
        <Html key={index} html={html} />
      ))}
    </Sheet>
  )
}
