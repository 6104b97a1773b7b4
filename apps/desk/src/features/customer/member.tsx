/** The member as support needs them: who, which bank, what is in the purse. Every figure is the server's, only written out here. */
import { groupAccountNo } from '@kapao/browser/account-number'
import { bankNameIn } from '@kapao/browser/bank-name'
import { langOf } from '@kapao/browser/lang-of'
import { groupPhoneNo } from '@kapao/browser/phone-number'
import { formatDateTime } from '@kapao/browser/time'
import type { AnswerOf } from '@kapao/contract/call'
import { deskMember } from '@kapao/contract/desk-member'
import { Badge } from '@kapao/ui/badge'
import { IconButton } from '@kapao/ui/icon-button'
import { Money } from '@kapao/ui/money'
import { SkeletonList } from '@kapao/ui/skeleton'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../lib/error-text.ts'
import { ask } from '../../lib/http.ts'
import { useLocale, useText } from '../../lib/i18n.ts'
import { useServerAhead, useServerNow } from '../../lib/server-now.ts'
import { formatShort } from '../../lib/short-time.ts'
import { Facts } from '../../ui/facts.tsx'
import { FailedAsk } from '../../ui/failed-ask.tsx'
import { Grouped } from '../../ui/grouped.tsx'
import { currencyText } from './currency-text.ts'
import styles from './member.module.css'
import { Slips } from './slips.tsx'
import { Statements } from './statements.tsx'

const CLOCK_EVERY_MS = 60_000

type MemberAnswer = AnswerOf<typeof deskMember>

export function Member({ conversationId }: { conversationId: string }) {
  const t = useText()
  const asked = useQuery({
    queryKey: ['member', conversationId],
    queryFn: ({ signal }) => ask(deskMember, { params: { conversationId }, signal }),
    // Each look is written into the audit: one for each time that somebody wants to see it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnReconnect: false,
  })
  if (asked.data === undefined) {
    if (!asked.isError) return <SkeletonList rows={4} label={t('app.loading')} />
    return <FailedAsk title={t('customer.failed')} asked={asked} />
  }
  // The figures stay, of the time that they say.
  async function refresh() {
    const { error } = await asked.refetch()
    if (error) toast.error(failureText(t, error))
  }
  const currency = currencyText(t, asked.data.currency)
  return (
    <>
      <Profile member={asked.data} />
      <Balances
        member={asked.data}
        currency={currency}
        askedAtMs={asked.dataUpdatedAt}
        isRefreshing={asked.isFetching}
        onRefresh={() => void refresh()}
      />
      <Statements rows={asked.data.statements} games={asked.data.gameNames} currency={currency} />
      <Slips conversationId={conversationId} slips={asked.data.slips} currency={currency} />
    </>
  )
}

interface AccountsBeforeProps {
  accounts: MemberAnswer['accountsBefore']
  country: MemberAnswer['country']
}

/** A phone that was taken is used to write in another account, to withdraw, and to write the old one back. */
function AccountsBefore({ accounts, country }: AccountsBeforeProps) {
  const t = useText()
  const locale = useLocale()
  return accounts.map(({ bank, until, ...account }) => (
    <div key={until}>
      <span lang={langOf(bankNameIn(locale, bank))}>{bankNameIn(locale, bank)}</span>{' '}
      <AccountNo account={account} country={country} />
      <p className={styles.label}>{t('customer.until', { time: formatDateTime(until) })}</p>
    </div>
  ))
}

interface AccountNoProps {
  account: Pick<MemberAnswer['bankAccount'], 'bankCode' | 'bankAccountNo'>
  country: MemberAnswer['country']
}

/** In the groups that its bank writes it in, for who compares it with a slip. */
function AccountNo({ account: { bankCode, bankAccountNo }, country }: AccountNoProps) {
  return <Grouped number={bankAccountNo} written={groupAccountNo(bankAccountNo, country, bankCode)} />
}

function Profile({ member }: { member: MemberAnswer }) {
  const t = useText()
  const locale = useLocale()
  const { profile, bankAccount, accountsBefore, country } = member
  const phone = <Grouped number={profile.username} written={groupPhoneNo(profile.username)} />
  const account = <AccountNo account={bankAccount} country={country} />
  const before =
    accountsBefore.length > 0
      ? ([
          [
            t('customer.accounts-before'),
            <AccountsBefore key="before" accounts={accountsBefore} country={country} />,
          ],
        ] as const)
      : []
  return (
    <>
      <div className={styles.head}>
        <h3 lang={langOf(profile.name)}>{profile.name}</h3>
        <Badge tone={profile.isActive ? 'plus' : 'minus'}>
          {t(profile.isActive ? 'customer.active' : 'customer.inactive')}
        </Badge>
      </div>
      <Facts
        facts={[
          [t('customer.phone'), phone],
          [t('customer.bank'), bankNameIn(locale, bankAccount.bank)],
          [t('customer.account-no'), account],
          [t('customer.account-name'), bankAccount.bankAccountName],
          ...before,
          [t('customer.since'), formatDateTime(profile.createdAt)],
        ]}
      />
    </>
  )
}

interface BalancesProps {
  member: MemberAnswer
  currency: string
  /** By the agent's clock. */
  askedAtMs: number
  isRefreshing: boolean
  onRefresh: () => void
}

function Balances({ member, currency, askedAtMs, isRefreshing, onRefresh }: BalancesProps) {
  const t = useText()
  const { total, wallet, games } = member
  // It is asked for once, and the member plays on: a figure that is old says so, by the clock that everything beside it goes by.
  const time = formatShort(askedAtMs + useServerAhead(), useServerNow(CLOCK_EVERY_MS))
  return (
    <div className={styles.balance}>
      <div className={styles.total}>
        <div>
          <p className={styles.label}>{t('customer.total')}</p>
          <Money amount={total} currency={currency} size="lg" />
          <p className={styles.label}>{t('customer.as-of', { time })}</p>
        </div>
        <IconButton name="refresh" label={t('customer.refresh')} busy={isRefreshing} onClick={onRefresh} />
      </div>
      <dl className={styles.places}>
        <div className={styles.place}>
          <dt>{t('customer.wallet')}</dt>
          <dd>
            <Money amount={wallet} currency={currency} size="sm" />
          </dd>
        </div>
        {games.map(({ code, name, worth }) => (
          <div key={code} className={styles.place}>
            <dt>{name}</dt>
            <dd>
              <Money amount={worth} currency={currency} size="sm" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
