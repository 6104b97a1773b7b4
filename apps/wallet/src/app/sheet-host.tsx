/** Draws the member sheet that is open (lib/member-sheets.ts), over whichever page. To add one: a line and its case. */

import agreementTexts from 'virtual:text-group/agreement'
import bringAllTexts from 'virtual:text-group/bring-all'
import byHandTexts from 'virtual:text-group/by-hand'
import conditionsTexts from 'virtual:text-group/conditions'
import depositTexts from 'virtual:text-group/deposit'
import gamesTexts from 'virtual:text-group/games'
import inviteTexts from 'virtual:text-group/invite'
import refundTexts from 'virtual:text-group/refund'
import slipTexts from 'virtual:text-group/slip'
import transferTexts from 'virtual:text-group/transfer'
import truelinkTexts from 'virtual:text-group/truelink'
import withdrawTexts from 'virtual:text-group/withdraw'
import { loadAside } from '@kapao/browser/chunk-recovery'
import { untilIdle } from '@kapao/browser/timers'
import { Spinner } from '@kapao/ui/spinner'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import type { ByHandSheetProps } from '../features/by-hand/by-hand-sheet.tsx'
import { offerByHand, useByHand } from '../lib/by-hand.ts'
import { useText, withTexts } from '../lib/i18n.ts'
import { lazily } from '../lib/lazily.ts'
import { closeSheet, forgetDone, type MemberSheet, openedSheet, useOpenSheet } from '../lib/member-sheets.ts'
import { SheetBoundary } from '../ui/sheet-boundary.tsx'
import styles from './app.module.css'

const DepositSheet = lazily(() =>
  withTexts(depositTexts, import('../features/deposit/deposit-sheet.tsx')).then((file) => file.DepositSheet),
)
const TransferSheet = lazily(() =>
  withTexts(transferTexts, import('../features/transfer/transfer-sheet.tsx')).then(
    (file) => file.TransferSheet,
  ),
)
const WithdrawSheet = lazily(() =>
  withTexts(withdrawTexts, import('../features/withdraw/withdraw-sheet.tsx')).then(
    (file) => file.WithdrawSheet,
  ),
)
const GameSheet = lazily(() =>
  withTexts(gamesTexts, import('../features/games/game-sheet.tsx')).then((file) => file.GameSheet),
)
const SlipsSheet = lazily(() =>
  withTexts(slipTexts, import('../features/slip/slips-sheet.tsx')).then((file) => file.SlipsSheet),
)
const InviteSheet = lazily(() =>
  withTexts(inviteTexts, import('../features/invite/invite-sheet.tsx')).then((file) => file.InviteSheet),
)
const ReceiveInviteBonus = lazily(() =>
  withTexts(inviteTexts, import('../features/invite/receive-invite-bonus.tsx')).then(
    (file) => file.ReceiveInviteBonus,
  ),
)
const BringAll = lazily(() =>
  withTexts(bringAllTexts, import('../features/bring-all/bring-all.tsx')).then((file) => file.BringAll),
)
const RefundSheet = lazily(() =>
  withTexts(refundTexts, import('../features/refund/refund-sheet.tsx')).then((file) => file.RefundSheet),
)
const AgreementSheet = lazily(() =>
  withTexts(agreementTexts, import('../features/agreement/agreement-sheet.tsx')).then(
    (file) => file.AgreementSheet,
  ),
)
const ConditionsSheet = lazily(() =>
  withTexts(conditionsTexts, import('../features/conditions/conditions-sheet.tsx')).then(
    (file) => file.ConditionsSheet,
  ),
)

/** Those that most players come for. */
const moneySheets = [DepositSheet, TransferSheet, WithdrawSheet, GameSheet]

/** The ways to deposit that are not needed for most deposits. */
const depositWays = {
  Slip: lazily(() =>
    withTexts(slipTexts, import('../features/slip/slip-way.tsx')).then((file) => file.SlipWay),
  ),
  Truelink: lazily(() =>
    withTexts(truelinkTexts, import('../features/truelink/truelink-way.tsx')).then(
      (file) => file.TruelinkWay,
    ),
  ),
}

const ByHandSheet = lazily(
  (): Promise<ComponentType<ByHandSheetProps>> =>
    withTexts(byHandTexts, import('../features/by-hand/by-hand-sheet.tsx')).then((file) => file.ByHandSheet),
  // A second way: where even this cannot be had, the page says that the first one failed.
  { isExtra: true },
)

/** What a player does before, or while, tapping what opens a sheet. */
const signsOfLife = ['pointerdown', 'keydown', 'scroll'] as const

/**
 * Not with the page: nobody who only looks at the balance pays for them. And one after the other when the page has nothing to do: all at
 * once they would hold up the very tap that they came with.
 */
function preloadWhenTouched(): () => void {
  let isLeft = false
  const stop = () => {
    for (const sign of signsOfLife) window.removeEventListener(sign, begin)
  }
  const begin = () => {
    stop()
    void loadEach()
  }
  async function loadEach() {
    for (const sheet of moneySheets) {
      await untilIdle()
      if (isLeft) return
      await loadAside(() => sheet.preload())
    }
  }
  for (const sign of signsOfLife) window.addEventListener(sign, begin, { passive: true })
  return () => {
    isLeft = true
    stop()
  }
}

const offerNothing = () => offerByHand(null)

/** Over whatever else is open. */
export function ByHandHost() {
  const what = useByHand()
  // Of one member it must not come up for the next.
  useEffect(() => offerNothing, [])
  if (what === null) return null
  return (
    <Suspense>
      <ByHandSheet what={what} onClose={offerNothing} />
    </Suspense>
  )
}

/** `preloads`: where nothing on the page at `path` suffers from it. */
export function SheetHost({ path, preloads }: { path: string; preloads: boolean }) {
  const t = useText()
  const sheet = useOpenSheet()
  useEffect(() => (preloads ? preloadWhenTouched() : undefined), [preloads])
  useEffect(() => forgetDone, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that was tapped as its page was left has never been open.
  useEffect(() => {
    // What was open on the page that was left must not come back with it. What was open on this one is looked for only when React has taken over what the build has drawn.
    if (sheet === null && openedSheet() === null) closeSheet()
  }, [sheet, path])
  if (sheet === null) return null
  const loading = (
    <div className={styles.sheetLoading} role="status" aria-label={t('app.loading')}>
      <Spinner size={32} />
    </div>
  )
  return (
    <SheetBoundary key={sheet.kind} onClose={closeSheet}>
      <Suspense fallback={loading}>{draw(sheet)}</Suspense>
    </SheetBoundary>
  )
}

function draw(sheet: MemberSheet): ReactNode {
  switch (sheet.kind) {
    case 'game':
      return <GameSheet code={sheet.code} onClose={closeSheet} />
    case 'deposit':
      return <DepositSheet ways={depositWays} onClose={closeSheet} />
    case 'transfer':
      return <TransferSheet from={sheet.from} to={sheet.to} onClose={closeSheet} />
    case 'slips':
      return <SlipsSheet onClose={closeSheet} />
    case 'withdraw':
      return <WithdrawSheet onClose={closeSheet} />
    case 'invite':
      return <InviteSheet onClose={closeSheet} />
    case 'invite-bonus':
      return <ReceiveInviteBonus onClose={closeSheet} />
    case 'bring-all':
      return <BringAll onClose={closeSheet} />
    case 'refund':
      return <RefundSheet onClose={closeSheet} />
    case 'agreement':
      return <AgreementSheet onClose={closeSheet} />
    case 'conditions':
      return <ConditionsSheet onClose={closeSheet} />
  }
}
