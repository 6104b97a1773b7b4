import type { AnswerOf } from '@kapao/contract/call'
import type { Currency } from '@kapao/contract/values'
import type { getWallet } from '@kapao/contract/wallet'
import { formatMinor, formatShort } from '@kapao/money/format'
import type { Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { type ReactNode, useId, useRef, useState } from 'react'
import { canEnterGame } from '../../lib/enter-game.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { currencyOf } from '../../lib/region.ts'
import { useGamesAsked } from '../../lib/use-games-asked.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import { BringAll, PlaceFields } from './place-fields.tsx'
import styles from './transfer.module.css'
import { isBusy, type TransferState } from './transfer-machine.ts'
import { TransferOutcome } from './transfer-outcome.tsx'
import {
  type Draft,
  everything,
  isBeyondKnown,
  judge,
  MINIMUM,
  movesNothing,
  type Place,
  type Problem,
  placesOf,
  quickSteps,
  roundedAmount,
} from './transfer-rules.ts'
import { useTransfer } from './use-transfer.ts'

type Wallet = AnswerOf<typeof getWallet>

interface TransferFormProps {
  wallet: Wallet | undefined
  first: Draft
  /** Stands in the same sheet until the wallet is there: another sheet would come up a second time. */
  children: ReactNode
  onClose: () => void
}

export function TransferForm({ wallet, first, children, onClose }: TransferFormProps) {
  const t = useText()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(first)
  const [problem, setProblem] = useState<Problem | null>(null)
  useShownProblem(form, problem)
  const transferring = useTransfer({ slots: wallet?.slots ?? [], onClose })
  const { state } = transferring
  const places = wallet ? placesOf(wallet, t('transfer.wallet')) : []
  const currency = currencyOf(wallet?.wallet.currency)
  const currencyLabel = t(`app.currency-${currency}`)
  const rounded = roundedAmount(draft, places, currency)
  const target = wallet?.slots.find((game) => game.code === draft.to && game.isActive)

  function press(action: 'transfer' | 'play') {
    if (isBusy(state)) return
    const judged = judge(draft, places, currency)
    if (judged.kind === 'problem') return setProblem(judged.problem)
    const { from, to } = draft
    if (judged.kind === 'ready') {
      return void transferring.transfer({ action, from, to, amount: judged.amount })
    }
    if (action === 'play') void transferring.enter(to)
  }

  return (
    <>
      <Sheet
        open
        title={t('transfer.title')}
        closeLabel={t('app.close')}
        busy={isBusy(state)}
        onClose={onClose}
        footer={
          wallet ? (
            <Actions
              formId={formId}
              state={state}
              isNothing={movesNothing(draft.amount, currency)}
              rounded={rounded}
              currency={currencyLabel}
              canPlay={target !== undefined && canEnterGame(target)}
              onPlay={() => press('play')}
            />
          ) : undefined
        }
      >
        {wallet ? (
          <form
            ref={form}
            id={formId}
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              press('transfer')
            }}
          >
            <Fields
              {...{ draft, places, rounded, currency, currencyLabel, problem, state }}
              slots={wallet.slots}
              onChange={(part) => {
                setDraft({ ...draft, ...part })
                setProblem(null)
              }}
              onBringAll={(to) => void transferring.transfer({ action: 'all', to })}
            />
          </form>
        ) : (
          children
        )}
      </Sheet>
      <TransferOutcome
        state={state}
        places={places}
        currency={currency}
        onRead={transferring.read}
        onTryAgain={transferring.tryAgain}
        onEnter={(code) => void transferring.enter(code)}
      />
    </>
  )
}

interface ActionsProps {
  formId: string
  state: TransferState
  /** There is no amount to move: a transfer alone would do nothing. */
  isNothing: boolean
  /** The amount that will be moved when it is not the typed one: said on the button, which is always in sight. */
  rounded: Minor | null
  currency: string
  canPlay: boolean
  onPlay: () => void
}

function Actions({ formId, state, isNothing, rounded, currency, canPlay, onPlay }: ActionsProps) {
  const t = useText()
  const sending = state.at === 'sending' ? state.sent.action : null
  const isPlaying = sending === 'play' || state.at === 'entering'
  const isTransferring = sending === 'transfer'
  return (
    <>
      <Button
        full
        type="submit"
        form={formId}
        busy={isTransferring}
        disabled={isNothing || (isBusy(state) && !isTransferring)}
      >
        {rounded === null
          ? t('transfer.title')
          : t('transfer.transfer-rounded', { amount: formatMinor(rounded), currency })}
      </Button>
      {canPlay ? (
        <Button
          full
          variant="secondary"
          icon="play"
          busy={isPlaying}
          disabled={isBusy(state) && !isPlaying}
          onClick={onPlay}
        >
          {t('transfer.play')}
        </Button>
      ) : null}
    </>
  )
}

interface FieldsProps {
  slots: Wallet['slots']
  draft: Draft
  places: readonly Place[]
  rounded: Minor | null
  currency: Currency
  currencyLabel: string
  problem: Problem | null
  state: TransferState
  onChange: (part: Partial<Draft>) => void
  onBringAll: (to: string) => void
}

function Fields(props: FieldsProps) {
  const { draft, places, rounded, currency, currencyLabel, problem, state, onChange, onBringAll } = props
  const t = useText()
  const asked = useGamesAsked(props.slots)
  const most = everything(draft, places, currency)
  const shared = { draft, places, isBusy: isBusy(state) }
  return (
    <>
      <PlaceFields {...shared} currency={currencyLabel} asked={asked} problem={problem} onChange={onChange} />
      <AmountField
        label={t('transfer.amount')}
        currency={currency}
        currencyLabel={currencyLabel}
        value={draft.amount}
        error={amountError(t, problem, currency, { amount: formatMinor(most), currency: currencyLabel })}
        hint={amountHint(t, {
          rounded,
          isBeyond: isBeyondKnown(draft, places, currency),
          currency: currencyLabel,
        })}
        quick={quickSteps(draft, places, currency)}
        maximum={{ label: t('transfer.all'), amount: most }}
        busy={shared.isBusy}
        onChange={(amount) => onChange({ amount })}
      />
      <BringAll
        {...shared}
        isSending={state.at === 'sending' && state.sent.action === 'all'}
        onPress={onBringAll}
      />
    </>
  )
}

interface Hinted {
  rounded: Minor | null
  isBeyond: boolean
  currency: string
}

function amountHint(t: Text, { rounded, isBeyond, currency }: Hinted): string | undefined {
  if (isBeyond) return t('transfer.beyond')
  return rounded === null ? undefined : t('transfer.rounded', { amount: formatMinor(rounded), currency })
}

function amountError(
  t: Text,
  problem: Problem | null,
  currency: Currency,
  most: { amount: string; currency: string },
): string | null {
  switch (problem) {
    case 'minimum':
    case 'under-minimum':
      return t(`transfer.${problem}`, { ...most, amount: formatShort(MINIMUM) })
    case 'maximum':
    case 'not-enough':
      return t(`transfer.${problem}`, most)
    case 'unreadable':
      return t(currency === 'LAK' ? 'transfer.whole' : 'transfer.unreadable')
    case 'no-step':
      return t('transfer.no-step')
    default:
      return null
  }
}
