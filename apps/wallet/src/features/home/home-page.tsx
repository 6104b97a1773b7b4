import { getWallet } from '@kapao/contract/wallet'
import { add } from '@kapao/money/minor'
import { creditsToWallet } from '@kapao/money/ratio'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../lib/error-text.ts'
import { ask } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { currencyOf } from '../../lib/region.ts'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { FailedState } from '../../ui/states.tsx'

export function HomePage() {
  const t = useText()
  const asked = useQuery({ queryKey: ['wallet'], queryFn: ({ signal }) => ask(getWallet, { signal }) })
  if (asked.data) {
    const { profile, wallet, slots } = asked.data
    const inGames = slots.map(({ amount, ftWalletSlot }) => creditsToWallet(amount, ftWalletSlot))
    return (
      <Card tone="gold">
        <h1>{profile.name}</h1>
        <p>{t('home.total')}</p>
        <Money
          size="hero"
          amount={add(wallet.amount, ...inGames)}
          currency={t(`app.currency-${currencyOf(wallet.currency)}`)}
        />
      </Card>
    )
  }
  if (asked.isPending) return <SkeletonList label={t('home.loading')} />
  return (
    <FailedState
      title={t('home.failed')}
      retryLabel={t('app.try-again')}
      busy={asked.isFetching}
      onRetry={() => void asked.refetch()}
    >
      {failureText(t, asked.error)}
    </FailedState>
  )
}
