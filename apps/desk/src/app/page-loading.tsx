import { Delayed } from '@kapao/ui/delayed'
import { SkeletonList } from '@kapao/ui/skeleton'
import { useText } from '../lib/i18n.ts'

export function PageLoading() {
  const t = useText()
  return (
    <Delayed>
      <div style={{ padding: 'var(--space-4)' }}>
        <SkeletonList rows={6} label={t('app.loading')} />
      </div>
    </Delayed>
  )
}
