/**
 * The statement and the balances as they were before something was sent, for what became of it where no answer came: a server that knows no
 * Idempotency-Key would do it twice. Its statement may be late, so that it is not sent again either where a balance that it concerns has changed.
 */
import { after } from '@kapao/browser/timers'
import type { AnswerOf } from '@kapao/contract/call'
import { listStatements } from '@kapao/contract/statement'
import { getWallet } from '@kapao/contract/wallet'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Result, send } from './http.ts'
import { walletQuery } from './member-queries.ts'
import { mendAfterMs } from './mending.ts'
import { currentToken } from './session-token.ts'
import { STATEMENT_PAGE } from './statements-query.ts'

type Statement = AnswerOf<typeof listStatements>
type Row = Statement['statements'][number]
type Wallet = AnswerOf<typeof getWallet>

interface Before {
  /** By the phone's clock. */
  readonly sentAtMs: number
  readonly wallet: Wallet | undefined
  /** Null where the statement had not come by then. */
  readonly knownIds: ReadonlySet<string> | null
}

/** `perhaps`: it cannot be excluded that it was done. `unseen`: nothing can be said. */
type Seen = Row | 'perhaps' | 'nothing' | 'unseen'

interface Sought {
  /** Whether a row is of the kind that was sent. */
  readonly isIt: (row: Row) => boolean
  /** Those whose balances it may have changed: `WALLET` or a game's code. */
  readonly places: readonly string[]
}

/** Where no row is known from before, only one that is older than this is certainly none of what was sent, whatever the clocks say. */
const CLOCKS_APART_MS = 24 * 60 * 60 * 1000

/** What is no game is the wallet. By code: another server may sort its games anew. */
const balancesIn = (places: readonly string[], { wallet, slots }: Wallet) =>
  places.map((place) => (slots.find(({ code }) => code === place) ?? wallet).amount).join()

/**
 * Not a row that failed: that one can be sent again; nor one that came without any balance's changing, which may be another's.
 */
export function seenSince(
  { knownIds, sentAtMs, wallet: walletBefore }: Before,
  { isIt, places }: Sought,
  statement: Result<Statement>,
  wallet: Result<Wallet>,
): Seen {
  const isNew = (row: Row) =>
    knownIds ? !knownIds.has(row._id) : Date.parse(row.createdAt) > sentAtMs - CLOCKS_APART_MS
  const found =
    statement.ok &&
    statement.answer.statements.find((row) => row.status !== 'FAILED' && isIt(row) && isNew(row))
  const isComparable = wallet.ok && walletBefore
  const isMoved = isComparable && balancesIn(places, wallet.answer) !== balancesIn(places, walletBefore)
  if (found) return knownIds && isMoved ? found : 'perhaps'
  if (isMoved) return 'perhaps'
  return statement.ok && isComparable ? 'nothing' : 'unseen'
}

/** Past the kept queries: those wait for the line to come back, and who sends again would wait with them. */
const look = () => send(listStatements, { body: { page: 1, limit: STATEMENT_PAGE } })

/** Looks until the statement has come. Answers how to stop: a look that is under way by then is told to nobody. */
export function untilSeen(tell: (ids: ReadonlySet<string>) => void): () => void {
  let isStopped = false
  let stopWaiting: (() => void) | undefined
  async function lookOnce() {
    const page = await look()
    if (isStopped) return
    if (page.ok) tell(new Set(page.answer.statements.map((row) => row._id)))
    else stopWaiting = after(mendAfterMs(page.failure), () => void lookOnce())
  }
  void lookOnce()
  return () => {
    isStopped = true
    stopWaiting?.()
  }
}

/** Unseen, too, where somebody else is here by the time it comes: they did not ask for it, and nothing is to be sent in their name. */
export async function lookSince(before: Before, sought: Sought): Promise<Seen> {
  const token = currentToken()
  const [statement, wallet] = await Promise.all([look(), send(getWallet)])
  return token === currentToken() ? seenSince(before, sought, statement, wallet) : 'unseen'
}

/** Looked at while nothing is sent; afterwards tells what is to be seen of what was sent. */
export function useSeenStatement(isNothingSent: boolean): (sought: Sought) => Promise<Seen> {
  const queries = useQueryClient()
  const before = useRef<Before | null>(null)
  useEffect(() => {
    if (!isNothingSent) return
    let knownIds: Before['knownIds'] = null
    const stop = untilSeen((ids) => {
      knownIds = ids
    })
    return () => {
      stop()
      before.current = {
        sentAtMs: Date.now(),
        wallet: queries.getQueryData(walletQuery.queryKey),
        knownIds,
      }
    }
  }, [isNothingSent, queries])
  return async (sought) => (before.current ? lookSince(before.current, sought) : 'unseen')
}
