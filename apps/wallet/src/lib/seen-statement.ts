/**
 * The statement as it was before something was sent, for what became of it where no answer came: a server that knows no Idempotency-Key
 * would do it twice. What is not found there may still be on its way, so nothing else is claimed.
 */
import { after } from '@kapao/browser/timers'
import type { AnswerOf } from '@kapao/contract/call'
import { listStatements } from '@kapao/contract/statement'
import { useEffect, useRef } from 'react'
import { send } from './http.ts'
import { mendAfterMs } from './mending.ts'
import { currentToken } from './session-token.ts'
import { STATEMENT_PAGE } from './statements-query.ts'

type Row = AnswerOf<typeof listStatements>['statements'][number]
type Told = Pick<Row, '_id' | 'statementType' | 'status' | 'from' | 'to' | 'amount'>

/** Not a row that failed: that one can be sent again. `knownIds` null: nobody looked before, so no row can be told from an earlier one's. */
export function newRow<R extends Told>(
  rows: readonly R[],
  sent: Partial<Told>,
  knownIds: ReadonlySet<string> | null,
): R | null {
  const isSent = (row: R) =>
    (sent.from ?? row.from) === row.from &&
    (sent.to ?? row.to) === row.to &&
    sent.statementType === row.statementType &&
    sent.amount === row.amount
  return (
    (knownIds && rows.find((row) => !knownIds.has(row._id) && row.status !== 'FAILED' && isSent(row))) ?? null
  )
}

/** Past the kept queries: those wait for the line to come back, and who sends again would wait with them. */
const look = () => send(listStatements, { body: { page: 1, limit: STATEMENT_PAGE } })

/** Looks until the statement has come. Answers how to stop: a look that is under way by then is told to nobody. */
export function untilSeen(tell: (ids: ReadonlySet<string>) => void): () => void {
  let isStopped = false
  let stopWaiting: () => void = () => undefined
  async function lookOnce() {
    const page = await look()
    if (isStopped) return
    if (page.ok) tell(new Set(page.answer.statements.map((row) => row._id)))
    else stopWaiting = after(mendAfterMs(page.failure), () => void lookOnce())
  }
  void lookOnce()
  return () => {
    isStopped = true
    stopWaiting()
  }
}

/** Undefined, too, where somebody else is here by the time it comes: they did not ask for it, and nothing is to be sent in their name. */
export async function rowSince(
  sent: Partial<Told>,
  knownIds: ReadonlySet<string>,
): Promise<Row | null | undefined> {
  const token = currentToken()
  const page = await look()
  return page.ok && token === currentToken() ? newRow(page.answer.statements, sent, knownIds) : undefined
}

/** Looked at while nothing is sent; afterwards tells the row of what was sent, null without one, and undefined where it did not come. */
export function useSeenStatement(
  isNothingSent: boolean,
): (sent: Partial<Told>) => Promise<Row | null | undefined> {
  const knownIds = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!isNothingSent) return
    knownIds.current = null
    return untilSeen((ids) => {
      knownIds.current = ids
    })
  }, [isNothingSent])
  return async (sent) => (knownIds.current === null ? null : rowSince(sent, knownIds.current))
}
