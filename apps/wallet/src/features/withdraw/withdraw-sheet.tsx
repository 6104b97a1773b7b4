/** The withdraw sheet: from wallet and games to the registered bank account, and nowhere else. */

import { loadState } from '@kapao/browser/load-state'
import { useBusy } from '@kapao/browser/use-busy'
import type { AnswerOf } from '@kapao/contract/call'
import { lookupWithdraw } from '@kapao/contract/lookup'
import type { getWallet } from '@kapao/contract/wallet'
import { ZERO } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Delayed } from '@kapao/ui/delayed'
import { Skeleton } from '@kapao/ui/skeleton'
import { FailedState } from '@kapao/ui/states'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { ActiveBonus } from '../../lib/condition.ts'
import { ask } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { activeBonusQuery, walletQuery } from '../../lib/member-queries.ts'
import { closeSheet } from '../../lib/member-sheets.ts'
import { mending } from '../../lib/mending.ts'
import { currencyOf, region } from '../../lib/region.ts'
import { totalsOf } from '../../lib/totals.ts'
import { useGamesAsked } from '../../lib/use-games-asked.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import { confirmedTotal } from './confirmed-total.ts'
import { useWithdraw } from './use-withdraw.ts'
import styles from './withdraw.module.css'
import { WithdrawDialogs } from './withdraw-dialogs.tsx'
import { WithdrawFields } from './withdraw-fields.tsx'
import {
  isBeyondKnown,
  isBeyondMending,
  isHeldBack,
  isSure,
  judge,
  type Limits,
  usable,
  type Within,
} from './withdraw-rules.ts'

export function WithdrawSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const wallet = useQuery(walletQuery)
  const limits = useQuery({
    queryKey: ['withdraw-limits'],
    queryFn: ({ signal }) => ask(lookupWithdraw, { signal }),
    refetchInterval: mending,
  })
  // What holds withdrawals back is part of what there is to see: it would push the rest away if it came after it.
  const active = useQuery(activeBonusQuery)
  const [hasLooked, setHasLooked] = useState(false)
  // For good: a look that failed is as new when it is begun anew, and what is being filled in must not go for it. Limits that did not come are none.
  if (!hasLooked && (!active.isPending || active.failureCount > 0) && loadState(limits) !== 'loading') {
    setHasLooked(true)
  }
  // The call knows no member: its own limits are in the build's first currency, and say nothing about another.
  const currency = currencyOf(wallet.data?.wallet.currency)
  const plain = currency === region.currencies[0] ? limits.data : null
  const own = usable(limits.data?.byCurrency?.[currency] ?? plain ?? null, currency)
  return (
    <WithdrawForm
      wallet={hasLooked ? wallet.data : undefined}
      active={active.data}
      limits={own}
      onClose={onClose}
    >
      <div className={styles.waiting}>
        {loadState(wallet) === 'failed' ? (
          <FailedState
            title={t('withdraw.failed')}
            retryLabel={t('app.try-again')}
            busy={wallet.isFetching}
            onRetry={() => void wallet.refetch()}
          >
            <LoadFailure asked={wallet} />
          </FailedState>
        ) : (
          <Delayed>
            <div role="status" aria-label={t('app.loading')} className={styles.fields}>
              <Skeleton shape="rows" height={68} />
              <Skeleton shape="form" height={76} />
              <Skeleton shape="block" height={128} />
              <Skeleton shape="block" height={48} />
            </div>
          </Delayed>
        )}
      </div>
    </WithdrawForm>
  )
}

interface MainActionProps {
  form: string
  active: ActiveBonus | undefined
  busy: boolean
  disabled: boolean
}

function MainAction({ active, ...props }: MainActionProps) {
  const t = useText()
  return isHeldBack(active) ? (
    <Button full href="/user/bonus" onClick={closeSheet}>
      {t('withdraw.hold-page')}
    </Button>
  ) : (
    <Button full type="submit" {...props}>
      {t('withdraw.withdraw')}
    </Button>
  )
}

function knownOf(wallet: AnswerOf<typeof getWallet> | undefined, limits: Limits | null): Within {
  const currency = currencyOf(wallet?.wallet.currency)
  return wallet
    ? { total: totalsOf(wallet.wallet.amount, wallet.slots).total, limits, currency, isSure: isSure(wallet) }
    : { total: ZERO, limits, currency, isSure: true }
}

interface WithdrawFormProps {
  wallet: AnswerOf<typeof getWallet> | undefined
  /** A look that failed is silent: the server judges. */
  active: ActiveBonus | undefined
  limits: Limits | null
  /** Stands in the same sheet until the wallet is there: another sheet would come up a second time. */
  children: ReactNode
  onClose: () => void
}

function WithdrawForm({ wallet, active, limits, children, onClose }: WithdrawFormProps) {
  const t = useText()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [isJudged, setIsJudged] = useState(false)
  const withdrawing = useWithdraw(wallet?.slots ?? [], onClose)
  const queries = useQueryClient()
  const asked = useGamesAsked(wallet?.slots)
  const [isSureNow, setIsSureNow] = useState(false)
  const [isAskingAgain, run] = useBusy()
  const known = knownOf(wallet, limits)
  const within = { ...known, isSure: known.isSure || isSureNow }
  const judged = judge(typed, within)
  // What was asked for is judged while it is typed: once it is on its way there is less left than it, and nothing wrong with that.
  const isEditing = withdrawing.state.at === 'editing'
  const isTold = isEditing && (isJudged || isBeyondMending(judged))
  const problem = judged.kind === 'problem' && isTold ? judged.problem : null
  const form = useRef<HTMLFormElement>(null)
  useShownProblem(form, problem)

  /** Whoever has won meanwhile has more than was seen here. Not by the withdrawal itself, which would end every game before it refuses. */
  async function submit() {
    setIsJudged(true)
    const mayBe = judge(typed, known)
    if (mayBe.kind !== 'ready') return
    if (isBeyondKnown(typed, known)) {
      const total = await confirmedTotal(queries)
      const isMoreThanAll = total !== null && mayBe.amount > total
      setIsSureNow(isMoreThanAll)
      if (isMoreThanAll) return
    }
    withdrawing.ask(mayBe.amount)
  }

  return (
    <>
      <Sheet
        open
        title={t('withdraw.title')}
        closeLabel={t('app.close')}
        onClose={onClose}
        footer={
          wallet ? (
            <MainAction
              form={formId}
              active={active}
              busy={isAskingAgain}
              disabled={judged.kind === 'empty'}
            />
          ) : undefined
        }
      >
        {wallet ? (
          <form
            ref={form}
            id={formId}
            onSubmit={(event) => {
              event.preventDefault()
              run(submit)
            }}
          >
            <WithdrawFields
              wallet={wallet}
              active={active}
              within={within}
              asked={asked}
              typed={typed}
              problem={problem}
              isBusy={isAskingAgain}
              onChange={(value) => {
                setTyped(value)
                setIsJudged(false)
                setIsSureNow(false)
              }}
            />
          </form>
        ) : (
          children
        )}
      </Sheet>
      {wallet ? <WithdrawDialogs withdrawing={withdrawing} wallet={wallet} within={within} /> : null}
    </>
  )
}
