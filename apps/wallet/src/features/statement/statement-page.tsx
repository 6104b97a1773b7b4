import { listStatements } from '@kapao/contract/statement'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../lib/error-text.ts'
import { ask } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { currencyOf } from '../../lib/region.ts'
import { formatDateTime } from '../../lib/time.ts'
import { ListRow } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'

export function StatementPage() {
  const t = useText()
  const asked = useQuery({
    queryKey: ['statements', 1],
    queryFn: ({ signal }) => ask(listStatements, { body: { page: 1, limit: 10 }, signal }),
  })
  if (asked.data) {
    const { statements } = asked.data
    if (statements.length === 0) {
      return (
        <EmptyState icon="statement" title={t('statement.empty-title')}>
          {t('statement.empty-text')}
        </EmptyState>
      )
    }
    const currency = t(`app.currency-${currencyOf(undefined)}`)
    return statements.map(({ _id, createdAt, from, to, amount }) => (
      <ListRow
        key={_id}
        title={`${from} → ${to}`}
        text={formatDateTime(createdAt)}
        end={<Money amount={amount} currency={currency} />}
      />
    ))
  }
  if (asked.isPending) return <SkeletonList rows={10} label={t('statement.loading')} />
  return (
    <FailedState
      title={t('statement.failed')}
      retryLabel={t('app.try-again')}
      busy={asked.isFetching}
      onRetry={() => void asked.refetch()}
    >
      {failureText(t, asked.error)}
    </FailedState>
  )
}
