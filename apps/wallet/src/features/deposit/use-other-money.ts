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
import { saveCode, savedCode } from './deposit-saved.ts'
import { newDeposit, settledDeposits } from './paid-by-statement.ts'
import type { QrAnswer, QrMachine } from './qr-machine.ts'

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
  const look = useEffectEvent(async (qrcodeId: string) => {
    const code = savedCode(provider)
    if (code?.qrcodeId !== qrcodeId || code.knownRows === null) return
    const page = await queries.fetchQuery({ ...statementsQuery(1), staleTime: 0 }).catch(() => null)
    const amount = page && newDeposit(page.statements, code.knownRows)
    if (!page || amount === null) return
    // Asked for after the statement, an answer by which the code is still to be paid: the money is not its own.
    const { isSuccess, data: now } = await askAgain()
    if (!isSuccess || !now?.hasQrcode || now.qrcodeId !== qrcodeId) return
    setTold({ qrcodeId, amount })
    saveCode({ ...code, knownRows: settledDeposits(page.statements) })
    void moneyMoved()
  })
  useEffect(() => {
    if (balance !== undefined && shownId !== undefined) void look(shownId)
  }, [balance, shownId])
  return told !== null && told.qrcodeId === shownId ? told.amount : null
}
