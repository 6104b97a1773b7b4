/** Draws the member sheet that is open (lib/member-sheets.ts), over whichever page. To add one: a loader, a `lazy` line and its case. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { closeSheet, type MemberSheet, useOpenSheet } from '../lib/member-sheets.ts'
import { after } from '../lib/timers.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const loadSheet = {
  deposit: () =>
    import('../features/deposit/deposit-sheet.tsx').then((file) => ({ default: file.DepositSheet })),
  transfer: () =>
    import('../features/transfer/transfer-sheet.tsx').then((file) => ({ default: file.TransferSheet })),
  withdraw: () =>
    import('../features/withdraw/withdraw-sheet.tsx').then((file) => ({ default: file.WithdrawSheet })),
  game: () => import('../features/games/game-sheet.tsx').then((file) => ({ default: file.GameSheet })),
}

const DepositSheet = lazy(loadSheet.deposit)
const TransferSheet = lazy(loadSheet.transfer)
const WithdrawSheet = lazy(loadSheet.withdraw)
const GameSheet = lazy(loadSheet.game)

/** After the page itself has come: then a tap need not wait for a sheet's code. */
const PRELOAD_AFTER_MS = 2_000

export function SheetHost() {
  const sheet = useOpenSheet()
  useEffect(
    () =>
      after(PRELOAD_AFTER_MS, () => {
        for (const load of Object.values(loadSheet)) load().catch(() => undefined)
      }),
    [],
  )
  if (sheet === null) return null
  return (
    <ErrorBoundary key={sheet.kind}>
      <Suspense fallback={null}>{draw(sheet)}</Suspense>
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
