import { groupAccountNo } from '@kapao/browser/account-number'
import { langOf } from '@kapao/browser/lang-of'
import { loadState } from '@kapao/browser/load-state'
import { groupPhoneNo } from '@kapao/browser/phone-number'
import { formatDateTime } from '@kapao/browser/time'
import type { getProfile } from '@kapao/contract/account'
import type { AnswerOf } from '@kapao/contract/call'
import { Button } from '@kapao/ui/button'
import { Dialog } from '@kapao/ui/dialog'
import { Icon } from '@kapao/ui/icon'
import { IconButton } from '@kapao/ui/icon-button'
import { Skeleton } from '@kapao/ui/skeleton'
import { FailedState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAreBankNamesComing, useBankName } from '../../lib/bank-name.ts'
import { useLocale, useText } from '../../lib/i18n.ts'
import { mending } from '../../lib/mending.ts'
import { region } from '../../lib/region.ts'
import { perSession, sessionKeys } from '../../lib/storage.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { NameSheet } from './name-sheet.tsx'
import { PasswordSheet } from './password-sheet.tsx'
import styles from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { mayEditName } from './profile-rules.ts'

export function ProfilePage({ onLogOut }: { onLogOut: () => void }) {
  const t = useText()
  const asked = useQuery({ ...profileQuery, refetchInterval: mending })
  // Asked for here, so that the names of banks come with the profile and not after it.
  const isNaming = useAreBankNamesComing() && region.key === 'la'
  return (
    <div className={styles.profile}>
      {asked.data ? <Profile {...asked.data} isNaming={isNaming} /> : null}
      {loadState(asked) === 'loading' ? <ProfileLoading /> : null}
      {loadState(asked) === 'failed' ? (
        <FailedState
          title={t('profile.failed')}
          retryLabel={t('app.try-again')}
          busy={asked.isFetching}
          onRetry={() => void asked.refetch()}
        >
          <LoadFailure asked={asked} />
        </FailedState>
      ) : null}
      <Button full variant="secondary" icon="logout" onClick={onLogOut}>
        {t('app.log-out')}
      </Button>
    </div>
  )
}

/** As high as the two cards that come, under the titles that stay. */
function ProfileLoading() {
  const t = useText()
  return (
    <div className={styles.profile} role="status" aria-label={t('profile.loading')}>
      <Section title={t('profile.member')}>
        <Skeleton shape="card" height={293} />
      </Section>
      <BankLoading />
    </div>
  )
}

function BankLoading() {
  const t = useText()
  // A bank's English name stands under the Thai one (OwnBank).
  const hasTwoNames = useLocale() !== 'th' && region.key !== 'la'
  return (
    <Section title={t('profile.bank-account')}>
      <Skeleton shape="card" height={hasTwoNames ? 204 : 182} />
    </Section>
  )
}

type Opened = 'none' | 'password' | 'password-changed' | 'name'

function Profile({ profile, bankAccount, isNaming }: AnswerOf<typeof getProfile> & { isNaming: boolean }) {
  const t = useText()
  const [opened, setOpened] = useState<Opened>('none')
  const [isPerhapsChanged, setIsPerhapsChanged] = usePerhapsChanged()
  const close = () => setOpened('none')
  return (
    <>
      <Facts title={t('profile.member')}>
        <Fact name={t('profile.name')}>{profile.name}</Fact>
        <Fact name={t('profile.id')}>{profile._id}</Fact>
        <Fact name={t('profile.username')}>{groupPhoneNo(profile.username)}</Fact>
        <Fact
          name={t('profile.password')}
          end={
            <IconButton
              name="lock"
              label={t('profile.change-password')}
              onClick={() => setOpened('password')}
            />
          }
        >
          <span aria-hidden="true">{'••••••••'}</span>
        </Fact>
        <Fact name={t('profile.coin')}>
          <span className={styles.coin}>
            <Icon name="coin" size={20} />
            {profile.coin}
          </span>
        </Fact>
        {profile.createdAt === '' ? null : (
          <Fact name={t('profile.created')}>{formatDateTime(profile.createdAt)}</Fact>
        )}
      </Facts>
      {isNaming ? <BankLoading /> : <BankFacts account={bankAccount} onEditName={() => setOpened('name')} />}
      {opened === 'password' ? (
        <PasswordSheet
          username={profile.username}
          isPerhapsChanged={isPerhapsChanged}
          onPerhapsChanged={() => setIsPerhapsChanged(true)}
          onClose={close}
          onChanged={() => {
            setIsPerhapsChanged(false)
            setOpened('password-changed')
          }}
        />
      ) : null}
      {opened === 'name' ? <NameSheet bankCode={bankAccount.bankCode} onClose={close} /> : null}
      <Dialog
        open={opened === 'password-changed'}
        kind="success"
        title={t('profile.password-changed')}
        confirmLabel={t('profile.ok')}
        onConfirm={close}
      >
        {t('profile.others-ended')}
      </Dialog>
    </>
  )
}

/** Also when the sheet was closed in between, or the page was left or loaded anew: the next try is answered by what the first has left. */
function usePerhapsChanged(): [boolean, (isPerhapsChanged: boolean) => void] {
  const [isPerhaps, setIsPerhaps] = useState(() => perSession.get(sessionKeys.passwordPerhaps) !== null)
  return [
    isPerhaps,
    (next) => {
      setIsPerhaps(next)
      if (next) perSession.set(sessionKeys.passwordPerhaps, 'true')
      else perSession.remove(sessionKeys.passwordPerhaps)
    },
  ]
}

interface BankFactsProps {
  account: AnswerOf<typeof getProfile>['bankAccount']
  onEditName: () => void
}

function BankFacts({ account, onEditName }: BankFactsProps) {
  const t = useText()
  const isWrong = mayEditName(account)
  if (account.bankAccountNo === '') return null
  return (
    <Facts title={t('profile.bank-account')}>
      <Fact
        name={t('profile.holder')}
        end={isWrong ? <IconButton name="edit" label={t('profile.edit-name')} onClick={onEditName} /> : null}
      >
        {account.bankAccountName}
      </Fact>
      {isWrong ? <p className={styles.advice}>{t('profile.english-hint')}</p> : null}
      <Fact name={t('profile.bank')}>
        <OwnBank {...account} />
      </Fact>
      <Fact name={t('profile.account-number')}>{groupAccountNo(account.bankAccountNo, region.key)}</Fact>
    </Facts>
  )
}

/** By its Thai name (spec §2), and readable for who does not read Thai; in Laos, whose banks have no Thai name of their own, as everywhere else. */
function OwnBank({ bankCode, bank }: BankFactsProps['account']) {
  const bankName = useBankName()
  const isThai = useLocale() === 'th'
  if (region.key === 'la') return bankName(bankCode, bank)
  // Some banks go by one name in both languages.
  const { nameTH, nameEN } = bank
  if (isThai || nameEN === nameTH || nameEN === '') return nameTH || nameEN || bankCode
  if (nameTH === '') return nameEN
  return (
    <span className={styles.names}>
      <span lang="th">{nameTH}</span> <span className={styles.muted}>{nameEN}</span>
    </span>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <Card>
        <div className={styles.facts}>{children}</div>
      </Card>
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Fact({ name, children, end }: { name: string; children: ReactNode; end?: ReactNode }) {
  return (
    <dl className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        <span lang={typeof children === 'string' ? langOf(children) : undefined}>{children}</span>
        {end}
      </dd>
    </dl>
  )
}
