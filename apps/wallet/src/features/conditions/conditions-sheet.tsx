import { loadState } from '@kapao/browser/load-state'
import { lookupConditions } from '@kapao/contract/lookup'
import { SkeletonText } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { mending } from '../../lib/mending.ts'
import { Html } from '../../ui/html.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Sheet } from '../../ui/sheet.tsx'

export function ConditionsSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Sheet open title={t('conditions.title')} closeLabel={t('app.close')} onClose={onClose}>
      <Conditions />
    </Sheet>
  )
}

function Conditions() {
  const t = useText()
  const asked = useQuery({
    queryKey: ['conditions'],
    queryFn: ({ signal }) => ask(lookupConditions, { signal }),
    refetchInterval: mending,
  })
  if (asked.data) {
    // Of an operator without any another server may have an empty text.
    const conditions = asked.data.conditions.filter((html) => html.trim())
    if (conditions.length === 0) {
      return (
        <EmptyState icon="rules" title={t('conditions.empty')}>
          {t('conditions.empty-text')}
        </EmptyState>
      )
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no other name, and never change places.
    return conditions.map((html, index) => <Html key={index} html={html} />)
  }
  if (loadState(asked) === 'loading') return <SkeletonText label={t('conditions.loading')} />
  return (
    <FailedState
      title={t('conditions.failed')}
      retryLabel={t('app.try-again')}
      busy={asked.isFetching}
      onRetry={() => void asked.refetch()}
    >
      <LoadFailure asked={asked} />
    </FailedState>
  )
}
