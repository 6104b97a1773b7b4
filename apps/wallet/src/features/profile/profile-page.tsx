import { getProfile } from '@kapao/contract/account'
import type { AnswerOf } from '@kapao/contract/call'
import { useQuery } from '@tanstack/react-query'
import { groupAccountNo } from '../../lib/account-number.ts'
import { failureText } from '../../lib/error-text.ts'
import { ask } from '../../lib/http.ts'
import { useLocale, useText } from '../../lib/i18n.ts'
import { formatDateTime } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { FailedState } from '../../ui/states.tsx'
import styles from './profile.module.css'

export function ProfilePage() {
  const t = useText()
  const profile = useQuery({ queryKey: ['profile'], queryFn: ({ signal }) => ask(getProfile, { signal }) })
  if (profile.data) return <Profile {...profile.data} />
  if (profile.isPending) return <SkeletonList rows={7} label={t('profile.loading')} />
  return (
    <FailedState
      title={t('profile.failed')}
      retryLabel={t('app.try-again')}
      busy={profile.isFetching}
      onRetry={() => void profile.refetch()}
    >
      {failureText(t, profile.error)}
    </FailedState>
  )
}

function Profile({ profile, bankAccount }: AnswerOf<typeof getProfile>) {
  const t = useText()
  const { nameTH, nameEN } = bankAccount.bank
  // The bank by its Thai name (spec §2), and readable for who does not read Thai.
  const bank = useLocale() === 'th' ? nameTH : `${nameTH} (${nameEN})`
  return (
    <div className={styles.profile}>
      <Facts
        title={t('profile.member')}
        facts={[
          [t('profile.name'), profile.name],
          [t('profile.id'), profile._id],
          [t('profile.created'), formatDateTime(profile.createdAt)],
          [t('profile.username'), profile.username],
        ]}
      />
      <Facts
        title={t('profile.bank-account')}
        facts={[
          [t('profile.holder'), bankAccount.bankAccountName],
          [t('profile.bank'), bank],
          [t('profile.account-number'), groupAccountNo(bankAccount.bankAccountNo)],
        ]}
      />
    </div>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, string])[] }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <Card>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  )
}
