/** How a transfer ended, told in a dialog over the sheet. */
import type { Currency } from '@kapao/contract/values'
import { formatMinor } from '@kapao/money/format'
import { type Minor, subtract } from '@kapao/money/minor'
import { Dialog } from '@kapao/ui/dialog'
import { notEnteredText } from '../../lib/enter-game.ts'
import { errorText, isRefusal, referenceText } from '../../lib/error-text.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { openStatement } from '../../lib/member-sheets.ts'
import type { Sent, SentAmount, TransferState } from './transfer-machine.ts'
import { type Place, WALLET } from './transfer-rules.ts'

interface TransferOutcomeProps {
  state: TransferState
  places: readonly Place[]
  currency: Currency
  onRead: () => void
  onTryAgain: () => void
  onEnter: (code: string) => void
}

type Refused = Extract<TransferState, { at: 'refused' }>

export function TransferOutcome(props: TransferOutcomeProps) {
  const { state, places, currency, onRead, onTryAgain, onEnter } = props
  const t = useText()
  const confirm = { open: true, confirmLabel: t('transfer.ok'), onConfirm: onRead }
  const toStatement = {
    open: true,
    confirmLabel: t('app.statement'),
    onConfirm: openStatement,
    onClose: onRead,
  }
  const label = t(`app.currency-${currency}`)
  const nameOf = (code: string) => places.find((place) => place.code === code)?.name ?? code

  switch (state.at) {
    case 'moved': {
      const { sent, left } = state
      const isWhole = left.length === 0
      return (
        <Dialog
          {...confirm}
          kind={isWhole ? 'success' : 'warning'}
          title={t(isWhole ? 'transfer.moved-title' : 'transfer.moved-in-part')}
        >
          <p>
            {sent.action === 'all'
              ? t(isWhole ? 'transfer.moved-all' : 'transfer.moved-rest', {
                  place: nameOf(sent.to),
                })
              : t('transfer.moved', {
                  amount: formatMinor(sent.amount),
                  currency: label,
                  from: nameOf(sent.from),
                  to: nameOf(sent.to),
                })}
          </p>
          {isWhole ? null : <p>{t('transfer.left', { places: left.map(nameOf).join(', ') })}</p>}
        </Dialog>
      )
    }
    case 'moved-less':
      return <MovedLess {...state} nameOf={nameOf} currency={label} onRead={onRead} onEnter={onEnter} />
    case 'moved-before':
      return (
        <Dialog open kind="info" title={t('transfer.before-title')} {...onTheWay(t, state.sent, props)}>
          {t('transfer.before')}
        </Dialog>
      )
    case 'in-progress':
      return (
        <Dialog {...confirm} kind="info" title={t('errors.not-known')}>
          {t('transfer.in-progress')}
        </Dialog>
      )
    case 'unknown':
      return (
        <Dialog
          {...toStatement}
          kind="info"
          title={t('errors.not-known')}
          cancelLabel={t('app.try-again')}
          onCancel={onTryAgain}
          smallPrint={state.failure && referenceText(t, state.failure)}
        >
          {state.isUnseen ? <p>{t('errors.unreachable')}</p> : null}
          <p>{t('transfer.unknown')}</p>
        </Dialog>
      )
    case 'refused': {
      const { isPerhapsDone } = state
      return (
        <Dialog
          {...(isPerhapsDone ? toStatement : confirm)}
          kind={isPerhapsDone ? 'warning' : 'error'}
          title={t(isPerhapsDone ? 'errors.not-known' : 'transfer.refused-title')}
          smallPrint={referenceText(t, state.failure)}
        >
          {refusedText(t, state, currency)}
        </Dialog>
      )
    }
    case 'not-entered':
      return (
        <Dialog
          {...confirm}
          kind="error"
          title={t('transfer.not-entered-title')}
          smallPrint={referenceText(t, state.failure)}
        >
          {state.amount === null ? null : <p>{t('transfer.not-entered')}</p>}
          <p>{notEnteredText(t, state.failure, currency)}</p>
        </Dialog>
      )
    default:
      return null
  }
}

/** Who was on the way into a game goes on into it: the form would move as much once more. */
function onTheWay(
  t: Text,
  sent: Sent,
  { onRead, onEnter }: Pick<TransferOutcomeProps, 'onRead' | 'onEnter'>,
) {
  const ok = t('transfer.ok')
  return sent.action === 'play'
    ? {
        confirmLabel: t('transfer.enter'),
        onConfirm: () => onEnter(sent.to),
        cancelLabel: ok,
        onCancel: onRead,
      }
    : { confirmLabel: ok, onConfirm: onRead }
}

interface MovedLessProps extends Pick<TransferOutcomeProps, 'onRead' | 'onEnter'> {
  sent: SentAmount
  amount: Minor
  currency: string
  nameOf: (code: string) => string
}

function MovedLess({ sent, amount, currency, nameOf, ...props }: MovedLessProps) {
  const t = useText()
  const from = nameOf(sent.from)
  const isBetweenGames = sent.from !== WALLET && sent.to !== WALLET
  return (
    <Dialog open kind="warning" title={t('transfer.moved-in-part')} {...onTheWay(t, sent, props)}>
      <p>
        {t('transfer.moved-less', {
          amount: formatMinor(amount),
          asked: formatMinor(sent.amount),
          currency,
          from,
          to: nameOf(sent.to),
        })}
      </p>
      <p>
        {t('transfer.rest', {
          amount: formatMinor(subtract(sent.amount, amount)),
          currency,
          // By way of the wallet: which of the two games moved less is not told.
          place: isBetweenGames ? `${from} / ${nameOf(WALLET)}` : from,
        })}
      </p>
    </Dialog>
  )
}

/** On from there to another game, too: how far it came is not told. */
function isOutOfGame(sent: Sent): boolean {
  return sent.action === 'all' || sent.from !== WALLET
}

function refusedText(t: Text, { failure, sent, isPerhapsDone }: Refused, currency: Currency): string {
  if (isPerhapsDone) return t('errors.perhaps-done')
  // The code's own text says that the money is back in the wallet: it is where it came from.
  if (isRefusal(failure, 'TRANSFER_FAIL') && isOutOfGame(sent)) return t('transfer.kept')
  if (isRefusal(failure, 'MONEY_NOT_ENOUGH') && sent.action === 'all') return t('transfer.nothing-elsewhere')
  return errorText(t, failure, currency)
}
