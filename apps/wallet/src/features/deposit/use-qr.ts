/** One provider's QR code: asks the server, keeps asking while a payment may arrive, creates, cancels, and drives the machine. */
import { loadState } from '@kapao/browser/load-state'
import { after } from '@kapao/browser/timers'
import { cancelQr, getQr, type QrProvider, qrProviders } from '@kapao/contract/qrcode'
import type { Currency } from '@kapao/contract/values'
import type { Minor } from '@kapao/money/minor'
import { toast } from '@kapao/ui/toast'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { ask, send } from '../../lib/http.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { createIntent, type Intent, isOutcomeUnknown } from '../../lib/intent.ts'
import { useMoneyMoved } from '../../lib/member-queries.ts'
import { serverClockQuery } from '../../lib/server-clock-query.ts'
import { statementsQuery } from '../../lib/statements-query.ts'
import { untilAnswered } from '../../lib/until-answered.ts'
import { againAfterMs, isAway } from './ask-again.ts'
import { forgetCode, saveCode, savedCode, savePaid, wasPaid } from './deposit-saved.ts'
import { isPaidByStatement, settledDeposits } from './paid-by-statement.ts'
import {
  askAgainMs,
  firstQrState,
  nextQrState,
  type QrAnswer,
  type QrMachine,
  watchedIn,
} from './qr-machine.ts'
import { requestQr } from './request-qr.ts'
import { useLooked } from './use-looked.ts'
import { useOtherMoney } from './use-other-money.ts'

const keyOf = (provider: QrProvider) => ['qrcode', provider]

export interface Qr {
  readonly state: QrMachine
  readonly asked: { readonly isFailed: boolean; readonly isBusy: boolean; readonly retry: () => void }
  /** A payment could come now without being seen here: the line or the server is away. */
  readonly isCut: boolean
  /** How far the server's clock, by which a code runs out, is ahead of the phone's. */
  readonly aheadMs: number
  /** What came by another deposit while this code is shown. */
  readonly other: Minor | null
  readonly create: (amount: Minor) => Promise<void>
  readonly cancel: () => Promise<void>
  readonly ranOut: () => void
}

export function useQr(provider: QrProvider, currency: Currency): Qr {
  const t = useText()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(nextQrState, firstQrState)
  const [intent] = useState(() => createIntent('qr'))
  const asked = useAskedQr(provider, state)
  const queryKey = keyOf(provider)
  const { aheadMs, isServers, isTimeKnown } = useServerClock()
  const now = () => ({ ms: Date.now() + aheadMs, isServers })

  const heard = useEffectEvent((answer: QrAnswer) =>
    dispatch({ type: 'answered', answer: asKnown(answer), now: now(), remembered: savedCode(provider) }),
  )
  const { data, dataUpdatedAt } = asked
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal answer is heard again, the state may have changed between
  useEffect(() => {
    if (data && isTimeKnown) heard(data)
  }, [data, dataUpdatedAt, isTimeKnown])
  useShownCode(provider, state, intent)
  const judged = (paid: boolean) => dispatch({ type: 'judged', paid })
  useJudged(provider, state, judged)
  useLooked(provider, state, judged)
  const other = useOtherMoney(provider, state, asked.refetch)

  async function settle(answer: QrAnswer) {
    // A poll that was asked before must not arrive after this.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, answer)
  }

  async function create(amount: Minor) {
    toast.takeErrorBack()
    dispatch({ type: 'create' })
    const result = await requestQr(intent, provider, amount)
    if (!result.ok) {
      toast.error(errorText(t, result.failure, currency))
      dispatch({ type: 'create-failed' })
      // A lost answer may have left a code behind: then it is shown, and nothing has failed.
      const found = await asked.refetch()
      const isMade = isOutcomeUnknown(result.failure) && found.isSuccess && found.data.hasQrcode
      return isMade ? toast.takeErrorBack() : undefined
    }
    const { answer } = result
    dispatch({ type: 'created', answer, now: now() })
    if (!answer.hasQrcode) return void toast.error(refusalText(t, answer.message))
    await settle(answer)
    markOthersStale(queries, provider)
  }

  async function cancel() {
    if (state.at !== 'open') return
    const { qrcodeId, amount } = state.qr
    dispatch({ type: 'cancel' })
    const result = await send(cancelQr, { params: { provider }, body: { qrcodeId } })
    if (result.ok) {
      dispatch({ type: 'cancelled' })
      await settle({ hasQrcode: false, message: '', status: 'CANCELLED', qrcodeId, amount })
      return
    }
    dispatch({ type: 'cancel-failed' })
    // It is no longer open: what it became is told by the next answer.
    if (!isRefusal(result.failure, 'NO_DATA')) toast.error(errorText(t, result.failure))
    void asked.refetch()
  }

  return {
    state,
    asked: {
      isFailed: asked.isError && state.at === 'loading',
      isBusy: asked.isFetching,
      retry: () => void asked.refetch(),
    },
    isCut: asked.isPaused || isAway(asked.error),
    aheadMs,
    other,
    create,
    cancel,
    ranOut: () => dispatch({ type: 'ran-out' }),
  }
}

/** A code that was paid is none to pay, though its server goes on answering it. */
function asKnown(answer: QrAnswer): QrAnswer {
  if (!answer.hasQrcode || !wasPaid(answer.qrcodeId)) return answer
  const { qrcodeId, amount } = answer
  return { hasQrcode: false, message: '', status: 'PAID', qrcodeId, amount }
}

/** Whether a code has time left is judged when the time is known, or cannot be for now. */
function useServerClock() {
  const clock = useQuery(serverClockQuery)
  const isServers = typeof clock.data === 'number'
  return { aheadMs: clock.data ?? 0, isServers, isTimeKnown: loadState(clock) !== 'loading' }
}

/** The other providers' codes are stale now: whoever shows one asks again. */
function markOthersStale(queries: QueryClient, provider: QrProvider): void {
  for (const other of qrProviders) {
    if (other !== provider) void queries.invalidateQueries({ queryKey: keyOf(other) })
  }
}

function refusalText(t: Text, message: string): string {
  return message === '' ? t('deposit.qr-refused') : errorText(t, { kind: 'refused', message })
}

function useAskedQr(provider: QrProvider, state: QrMachine) {
  const againMs = askAgainMs(state)
  const asked = useQuery({
    queryKey: keyOf(provider),
    queryFn: ({ signal }) => ask(getQr, { params: { provider }, signal }),
    // Nothing of an earlier visit: the code may have been paid since.
    gcTime: 0,
    staleTime: 0,
    // Only while the page is seen; on the way back from the bank's app it asks at once.
    refetchInterval: (query) => againMs !== null && againAfterMs(againMs, query.state.error),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  const again = useEffectEvent(() => void asked.refetch())
  useEffect(() => {
    // From the back-forward cache no visibilitychange comes.
    const shown = () => again()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  return asked
}

/**
 * Keeps the shown code in mind for a reload, with the statement as it was before a payment. It ends the intent that made it, too, whose answer
 * may have been lost: a code of the same amount is another one from now on.
 */
function useShownCode(provider: QrProvider, state: QrMachine, intent: Intent): void {
  const queries = useQueryClient()
  const shown = state.at === 'open' ? state.qr : null
  const isOver = state.at === 'paid' || state.at === 'ended'
  const remember = useEffectEvent((qrcodeId: string) => {
    const saved = savedCode(provider)
    if (!shown || (saved?.qrcodeId === qrcodeId && saved.knownRows !== null)) return
    const code = { provider, qrcodeId, amount: shown.amount }
    saveCode({ ...code, knownRows: null })
    // Where the statement is looked at from now on, it is asked for once for both (use-looked.ts).
    const asked = { ...statementsQuery(1), queryKey: ['statements', 'code', 'open'], staleTime: 0, gcTime: 0 }
    return untilAnswered(
      () => queries.fetchQuery(asked),
      ({ statements }) => {
        if (savedCode(provider)?.qrcodeId === qrcodeId)
          saveCode({ ...code, knownRows: settledDeposits(statements) })
      },
    )
  })
  const shownId = shown?.qrcodeId
  useEffect(() => {
    if (shownId === undefined) return
    intent.settle({ ok: true })
    return remember(shownId)
  }, [shownId, intent])
  useEffect(() => {
    if (isOver) forgetCode(provider)
  }, [isOver, provider])
  const paidId = state.at === 'paid' ? state.watched.qrcodeId : undefined
  useEffect(() => {
    if (paidId !== undefined) savePaid(paidId)
  }, [paidId])
}

/** How soon the statement is looked at again, less often each time, and for how long: a deposit may be in it a while after its code is gone. */
const LOOK_MS = 3_000
const LOOK_SLOWER = 1.5
const SLOWEST_LOOK_MS = 12_000
const LOOK_FOR_MS = 90_000

/** Balances follow every payment; a code that vanished without a reason is looked for in the statement, longer while that does not come. */
function useJudged(provider: QrProvider, state: QrMachine, judged: (paid: boolean) => void): void {
  const queries = useQueryClient()
  const moneyMoved = useMoneyMoved()
  /** Why not, where the statement did not come. */
  const look = useEffectEvent(async (): Promise<boolean | Error> => {
    const watched = watchedIn(state)
    const knownRows = savedCode(provider)?.knownRows ?? null
    const page = await queries
      .fetchQuery({ ...statementsQuery(1), staleTime: 0 })
      .catch((error: Error) => error)
    if (page instanceof Error) return page
    return watched !== null && isPaidByStatement(page.statements, watched.amount, knownRows)
  })
  const judge = useEffectEvent(judged)
  const beginLooking = useEffectEvent(() => void moneyMoved())
  const isChecking = state.at === 'checking'
  useEffect(() => {
    if (!isChecking) return
    let stop = () => {}
    let isOver = false
    let waitMs = LOOK_MS
    const untilMs = Date.now() + LOOK_FOR_MS
    async function next() {
      const paid = await look()
      if (isOver) return
      const error = paid instanceof Error ? paid : null
      if (paid === true || (paid === false && Date.now() >= untilMs)) judge(paid)
      else stop = after(againAfterMs(waitMs, error), () => void next())
      waitMs = Math.min(waitMs * LOOK_SLOWER, SLOWEST_LOOK_MS)
    }
    beginLooking()
    void next()
    return () => {
      isOver = true
      stop()
    }
  }, [isChecking])
}
