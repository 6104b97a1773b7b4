/** Tells of a transfer between banks that has come, which no call is about: the statement is looked at while its way is open. */
import type { Minor } from '@kapao/money/minor'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { mending } from '../../lib/mending.ts'
import { statementsQuery } from '../../lib/statements-query.ts'
import { savedSettled, saveSettled } from './deposit-saved.ts'
import { newDeposit, settledDeposits } from './paid-by-statement.ts'

const LOOK_MS = 5_000
type Rows = Parameters<typeof newDeposit>[0]

export function useReceived(onPaid: (amount: Minor) => void): void {
  const { data } = useQuery({
    ...statementsQuery(1),
    // Not the page that other screens keep: what it had before the way was opened is no look from then.
    queryKey: ['statements', 'received'],
    gcTime: 0,
    staleTime: 0,
    // Only while the page is seen; on the way back from the bank's app it is looked at once.
    refetchInterval: (query) => mending(query) || LOOK_MS,
    refetchOnWindowFocus: 'always',
  })
  const heard = useEffectEvent((rows: Rows) => {
    const settled = savedSettled()
    if (settled === null) return saveSettled(settledDeposits(rows))
    const amount = newDeposit(rows, settled)
    if (amount !== null) onPaid(amount)
  })
  useEffect(() => {
    if (data) heard(data.statements)
  }, [data])
}
