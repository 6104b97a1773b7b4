/**
 * Money of another deposit that comes while a code is shown, such as one by the code that it has replaced: told beside it, and the code stays. A
 * server that says what becomes of its codes is asked for no statement in between (use-looked.ts), only when the balance has changed.
 */
import type { QrProvider } from '@kapao/contract/qrcode'
import type { Minor } from '@kapao/money/minor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMoneyMoved, walletQuery } from '../../lib/member-queries.ts'
import { statementsQuery } from '../../lib/statements-query.ts'
import { untilAnswered } from '../../lib/until-answered.ts'
import { type ShownCode, saveCode, savedCode } from './deposit-saved.ts'
import { newDeposit, settledDeposits } from './paid-by-statement.ts'
import type { QrAnswer, QrMachine } from './qr-machine.ts'

type Rows = Parameters<typeof newDeposit>[0]

interface Asked {
  readonly isSuccess: boolean
  readonly data?: QrAnswer | undefined
}

/** How much came, for as long as that code is shown. `askAgain` what has become of it. */
export function useOtherMoney(
  provider: QrProvider,
  state: QrMachine,
  askAgain: () => Promise<Asked>,
): Minor | null {
  const queries = useQueryClient()
  const moneyMoved = useMoneyMoved()
  const balance = useQuery(walletQuery).data?.wallet.amount
  const [told, setTold] = useState<{ readonly qrcodeId: string; readonly amount: Minor } | null>(null)
  const shownId = state.at === 'open' && state.qr.status ? state.qr.qrcodeId : undefined
  const judge = useEffectEvent(async (code: ShownCode, rows: Rows) => {
    const amount = newDeposit(rows, code.knownRows ?? [])
    if (amount === null) return
    // Asked for after the statement, an answer by which the code is still to be paid: the money is not its own.
    const { isSuccess, data: now } = await askAgain()
    if (!isSuccess || !now?.hasQrcode || now.qrcodeId !== code.qrcodeId) return
    setTold({ qrcodeId: code.qrcodeId, amount })
    saveCode({ ...code, knownRows: settledDeposits(rows) })
    void moneyMoved()
  })
  useEffect(() => {
    const code = savedCode(provider)
    if (balance === undefined || !code || code.qrcodeId !== shownId || code.knownRows === null) return
    return untilAnswered(
      () => queries.fetchQuery({ ...statementsQuery(1), staleTime: 0 }),
      ({ statements }) => void judge(code, statements),
    )
  }, [balance, shownId, provider, queries])
  return told !== null && told.qrcodeId === shownId ? told.amount : null
}
