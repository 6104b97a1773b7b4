/** Looks for a code's payment in the statement while a server goes on answering the code, which may be until it runs out. */
import type { QrProvider } from '@kapao/contract/qrcode'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { statementsQuery } from '../../lib/statements-query.ts'
import { againAfterMs } from './ask-again.ts'
import { type ShownCode, savedCode } from './deposit-saved.ts'
import { isPaidByStatement } from './paid-by-statement.ts'
import { lookAgainMs, type QrMachine, watchedIn } from './qr-machine.ts'

export function useLooked(provider: QrProvider, state: QrMachine, judged: (paid: boolean) => void): void {
  const againMs = lookAgainMs(state)
  const { data, dataUpdatedAt, isError } = useQuery({
    ...statementsQuery(1),
    // Looked at once as the state changes: a code that has just run out may have been paid.
    queryKey: ['statements', 'code', state.at],
    enabled: againMs !== null,
    gcTime: 0,
    staleTime: 0,
    // Only while the page is seen; on the way back from the bank's app it is looked at once.
    refetchInterval: (query) => againMs !== null && againAfterMs(againMs, query.state.error),
    refetchOnWindowFocus: 'always',
  })
  // What was there before it is forgotten for a reload as the code ends, and needed here for a payment that comes after that.
  const code = useRef<ShownCode | null>(null)
  const heard = useEffectEvent(() => {
    code.current = savedCode(provider) ?? code.current
    const watched = watchedIn(state)
    if (againMs === null || watched === null) return
    const known = code.current?.qrcodeId === watched.qrcodeId ? code.current.knownRows : null
    judged(isPaidByStatement(data?.statements ?? [], watched.amount, known))
  })
  useEffect(() => {
    if (dataUpdatedAt > 0 || isError) heard()
  }, [dataUpdatedAt, isError])
}
