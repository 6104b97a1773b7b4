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

interface Asked {
  readonly data?: QrAnswer | undefined
}

/** How much came, for as long as that code is shown. `askAgain` what has become of it. */
export function useOtherMoney(
  provider: QrProvider,
  state: QrMachine,
  askAgain: (options: { throwOnError: true }) => Promise<Asked>,
): Minor | null {
  const queries = useQueryClient()
  const moneyMoved = useMoneyMoved()
  const balance = useQuery(walletQuery).data?.wallet.amount
  const [told, setTold] = useState<{ readonly qrcodeId: string; readonly amount: Minor } | null>(null)
  const shownId = state.at === 'open' && state.qr.status ? state.qr.qrcodeId : undefined
  const look = useEffectEvent(async (code: ShownCode) => {
    const { statements } = await queries.fetchQuery({ ...statementsQuery(1), staleTime: 0 })
    const amount = newDeposit(statements, code.knownRows ?? [])
    if (amount === null) return null
    // Asked for after the statement, an answer by which the code is still to be paid: the money is not its own.
    const { data: now } = await askAgain({ throwOnError: true })
    if (!now?.hasQrcode || now.qrcodeId !== code.qrcodeId) return null
    return { amount, knownRows: settledDeposits(statements) }
  })
  const tell = useEffectEvent((code: ShownCode, found: Awaited<ReturnType<typeof look>>) => {
    if (found === null) return
    setTold({ qrcodeId: code.qrcodeId, amount: found.amount })
    saveCode({ ...code, knownRows: found.knownRows })
    void moneyMoved()
  })
  useEffect(() => {
    const code = savedCode(provider)
    if (balance === undefined || !code || code.qrcodeId !== shownId || code.knownRows === null) return
    return untilAnswered(
      () => look(code),
      (found) => tell(code, found),
    )
  }, [balance, shownId, provider])
  return told !== null && told.qrcodeId === shownId ? told.amount : null
}
