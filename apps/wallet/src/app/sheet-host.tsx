/** Draws the member sheet that is open (lib/member-sheets.ts), over whichever page. To add one: a loader, a `lazy` line and its case. */

import depositTexts from 'virtual:text-group/deposit'
import gamesTexts from 'virtual:text-group/games'
import transferTexts from 'virtual:text-group/transfer'
import withdrawTexts from 'virtual:text-group/withdraw'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useText, withTexts } from '../lib/i18n.ts'
import { closeSheet, type MemberSheet, useOpenSheet } from '../lib/member-sheets.ts'
import { Spinner } from '../ui/spinner.tsx'
import styles from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'

const loadSheet = {
  deposit: () =>
    withTexts(depositTexts, import('../features/deposit/deposit-sheet.tsx')).then((file) => ({
      default: file.DepositSheet,
    })),
  transfer: () =>
    withTexts(transferTexts, import('../features/transfer/transfer-sheet.tsx')).then((file) => ({
      default: file.TransferSheet,
    })),
  withdraw: () =>
    withTexts(withdrawTexts, import('../features/withdraw/withdraw-sheet.tsx')).then((file) => ({
      default: file.WithdrawSheet,
    })),
  game: () =>
    withTexts(gamesTexts, import('../features/games/game-sheet.tsx')).then((file) => ({
      default: file.GameSheet,
    })),
}

const DepositSheet = lazy(loadSheet.deposit)
const TransferSheet = lazy(loadSheet.transfer)
const WithdrawSheet = lazy(loadSheet.withdraw)
const GameSheet = lazy(loadSheet.game)

/** What a player does before, or while, tapping what opens a sheet. */
const signsOfLife = ['pointerdown', 'keydown', 'scroll'] as const

/** Not with the page: nobody who only looks at the balance pays for them. */
function preloadWhenTouched(): () => void {
  const stop = () => {
    for (const sign of signsOfLife) window.removeEventListener(sign, load)
  }
  const load = () => {
    stop()
    for (const loadOne of Object.values(loadSheet)) loadOne().catch(() => undefined)
  }
  for (const sign of signsOfLife) window.addEventListener(sign, load, { passive: true })
  return stop
}

export function SheetHost() {
  const t = useText()
  const sheet = useOpenSheet()
  useEffect(preloadWhenTouched, [])
  if (sheet === null) return null
  const loading = (
    <div className={styles.sheetLoading} role="status" aria-label={t('app.loading')}>
      <Spinner size={32} />
    </div>
  )
  return (
    <ErrorBoundary key={sheet.kind}>
      <Suspense fallback={loading}>{draw(sheet)}</Suspense>
    </ErrorBoundary>
  )
}

function draw(sheet: MemberSheet): ReactNode {
  switch (sheet.kind) {
    case 'game':
      return <GameSheet code={sheet.code} onClose={closeSheet} />
    case 'deposit':
      return <DepositSheet onClose={closeSheet} />
    case 'transfer':
      return <TransferSheet from={sheet.from} to={sheet.to} onClose={closeSheet} />
    case 'withdraw':
      return <WithdrawSheet onClose={closeSheet} />
  }
}
