import type { AnswerOf } from '@kapao/contract/call'
import type { transferAll } from '@kapao/contract/wallet'
import { Dialog } from '@kapao/ui/dialog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectAll } from '../../lib/collect-all.ts'
import { isRefusal, referenceText } from '../../lib/error-text.ts'
import type { Failure } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { createIntent, isOutcomeUnknown, moneyErrorText } from '../../lib/intent.ts'
import { useMoneyMoved, walletQuery } from '../../lib/member-queries.ts'
import { finishSheet, openStatement } from '../../lib/member-sheets.ts'

type Step =
  | { readonly at: 'asking' }
  | { readonly at: 'sending' }
  | { readonly at: 'done'; readonly answer: AnswerOf<typeof transferAll> }
  | { readonly at: 'failed'; readonly failure: Failure; readonly isPerhapsDone: boolean }

/** Brings the balances of all games back to the wallet, after a question. */
export function BringAll({ onClose }: { onClose: () => void }) {
  const t = useText()
  const moneyMoved = useMoneyMoved()
  const [intent] = useState(() => createIntent('bring-all'))
  const [step, setStep] = useState<Step>({ at: 'asking' })

  async function bring() {
    setStep({ at: 'sending' })
    // After a reload the statement tells of it; the question would bring it up once more.
    finishSheet()
    const result = await collectAll(intent, 'WALLET')
    // Also after a failure: part of it may have happened, and the new balance stands under the words.
    await moneyMoved()
    if (result.ok) return setStep({ at: 'done', answer: result.answer })
    setStep({ at: 'failed', failure: result.failure, isPerhapsDone: result.isPerhapsDone ?? false })
  }

  if (step.at === 'failed' && isRefusal(step.failure, 'MONEY_NOT_ENOUGH')) {
    return (
      <Dialog
        open
        kind="info"
        title={t('bring-all.nothing')}
        confirmLabel={t('bring-all.ok')}
        onConfirm={onClose}
      >
        {t('bring-all.nothing-text')}
      </Dialog>
    )
  }
  if (step.at === 'failed') return <NotBrought {...step} onTryAgain={() => void bring()} onClose={onClose} />
  if (step.at === 'done') return <Brought answer={step.answer} onClose={onClose} />
  return (
    <Dialog
      open
      kind="info"
      title={t('bring-all.title')}
      confirmLabel={t('bring-all.confirm')}
      cancelLabel={t('bring-all.cancel')}
      busy={step.at === 'sending'}
      onConfirm={() => void bring()}
      onCancel={onClose}
    >
      {t('bring-all.text')}
    </Dialog>
  )
}

interface BroughtProps {
  answer: AnswerOf<typeof transferAll>
  onClose: () => void
}

function Brought({ answer, onClose }: BroughtProps) {
  const t = useText()
  const wallet = useQuery(walletQuery).data
  const nameOf = (code: string) => wallet?.slots.find((game) => game.code === code)?.name ?? code
  const left = answer.failed ?? []
  const inProgress = answer.status === 'IN_PROGRESS'
  const allOrSome = left.length > 0 ? 'bring-all.some' : 'bring-all.done'
  return (
    <Dialog
      open
      kind={left.length > 0 ? 'warning' : inProgress ? 'info' : 'success'}
      title={t(inProgress ? 'bring-all.going' : allOrSome)}
      confirmLabel={t('bring-all.ok')}
      onConfirm={onClose}
    >
      {inProgress ? <p>{t('bring-all.going-text')}</p> : null}
      {left.length > 0 ? <p>{t('bring-all.left', { games: left.map(nameOf).join(', ') })}</p> : null}
    </Dialog>
  )
}

interface NotBroughtProps {
  failure: Failure
  isPerhapsDone: boolean
  onTryAgain: () => void
  onClose: () => void
}

function NotBrought({ failure, isPerhapsDone, onTryAgain, onClose }: NotBroughtProps) {
  const t = useText()
  const isNotKnown = isPerhapsDone || isOutcomeUnknown(failure)
  const buttons = isNotKnown
    ? {
        confirmLabel: t('bring-all.to-statement'),
        onConfirm: openStatement,
        // Nothing is brought twice: only what is still in the games is.
        cancelLabel: t('app.try-again'),
        onCancel: onTryAgain,
        onClose,
      }
    : { confirmLabel: t('bring-all.ok'), onConfirm: onClose }
  return (
    <Dialog
      open
      kind={isNotKnown ? 'warning' : 'error'}
      title={t(isNotKnown ? 'errors.not-known' : 'bring-all.failed')}
      {...buttons}
      smallPrint={referenceText(t, failure)}
    >
      {/* The code's own text says that the money is back in the wallet, which is where it was to go. */}
      {isRefusal(failure, 'TRANSFER_FAIL') && !isPerhapsDone
        ? t('bring-all.kept')
        : moneyErrorText(t, failure, isPerhapsDone)}
    </Dialog>
  )
}
