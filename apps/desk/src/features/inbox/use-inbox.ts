import { SendFailure } from '@kapao/browser/http'
import { after } from '@kapao/browser/timers'
import { deskInbox, type inboxFilters, type inboxOrders } from '@kapao/contract/desk'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../../lib/http.ts'
import { inboxKey } from '../../lib/queries.ts'
import { perSession, persistent, sessionKeys, storageKeys } from '../../lib/storage.ts'

export type InboxFilter = (typeof inboxFilters)[number]
export type InboxOrder = (typeof inboxOrders)[number]

const PAGE = 30
/** Rows that could not be made fresh are asked for this often. */
const ASK_AGAIN_EVERY_MS = 5_000
/** Whose agent is away by now nobody tells. */
const ASK_ANEW_EVERY_MS = 60_000

/** By a page that is older than the server; not what a proxy says in its place. */
const isUnreadable = (error: Error) =>
  error instanceof SendFailure && error.failure.kind === 'not-understood' && error.failure.status < 500

export function useInbox(filter: InboxFilter, order: InboxOrder, search: string) {
  return useInfiniteQuery({
    queryKey: [...inboxKey, filter, order, search],
    queryFn: ({ pageParam, signal }) =>
      ask(deskInbox, { body: { filter, order, search, page: pageParam, limit: PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
    // Where there are no rows its agent is told so, and asks. An answer that this page cannot read comes again as it was.
    refetchInterval: ({ state: { error, data } }) =>
      error === null ? ASK_ANEW_EVERY_MS : data !== undefined && !isUnreadable(error) && ASK_AGAIN_EVERY_MS,
    // While letters are added to a search the rows before stay where they are.
    placeholderData: (before, query) =>
      query?.queryKey[1] === filter && query.queryKey[2] === order ? keepPreviousData(before) : undefined,
  })
}

/** The text, once nothing was typed for a moment. */
export function useSettled(text: string, waitMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => after(waitMs, () => setSettled(text)), [text, waitMs])
  return settled
}

const isFilter = (text: string | null): text is InboxFilter =>
  text === 'mine' || text === 'unassigned' || text === 'all' || text === 'closed'

/** Kept for the tab: a reload shows the same part. */
export function useFilter(): [InboxFilter, (filter: InboxFilter) => void] {
  const [filter, setFilter] = useState<InboxFilter>(() => {
    const kept = perSession.get(sessionKeys.filter)
    return isFilter(kept) ? kept : 'all'
  })
  return [
    filter,
    (chosen) => {
      perSession.set(sessionKeys.filter, chosen)
      setFilter(chosen)
    },
  ]
}

export function useOrder(): [InboxOrder, (order: InboxOrder) => void] {
  const [order, setOrder] = useState<InboxOrder>(() =>
    persistent.get(storageKeys.order) === 'waiting' ? 'waiting' : 'newest',
  )
  return [
    order,
    (chosen) => {
      persistent.set(storageKeys.order, chosen)
      setOrder(chosen)
    },
  ]
}
