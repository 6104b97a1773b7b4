import { checkMinimumBonus, listBonuses } from '@kapao/contract/bonus'
import { lookupNotice } from '@kapao/contract/lookup'
import { currentPromotion } from '@kapao/contract/promotion'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ActiveBonus } from '../../lib/condition.ts'
import { ask } from '../../lib/http.ts'
import { activeBonusQuery } from '../../lib/member-queries.ts'

export const bonusesQuery = queryOptions({
  queryKey: ['bonus', 'list'],
  queryFn: ({ signal }) => ask(listBonuses, { signal }),
})

export const promotionQuery = queryOptions({
  queryKey: ['bonus', 'promotion'],
  queryFn: ({ signal }) => ask(currentPromotion, { signal }),
  gcTime: 0,
})

/**
 * Asked anew for every question: what cancelling costs moves with the balance. By a name of its own: of what has just been cancelled the rest
 * that is asked for then says nothing.
 */
export const minimumQuery = queryOptions({
  queryKey: ['bonus-minimum'],
  queryFn: ({ signal }) => ask(checkMinimumBonus, { signal }),
  staleTime: 0,
  gcTime: 0,
  // Without a line the question would wait for its figures, and say nothing.
  networkMode: 'always',
})

export const noticeQuery = queryOptions({
  queryKey: ['notice'],
  queryFn: ({ signal }) => ask(lookupNotice, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What is active by the server's answer after the last change; undefined as long as that has not come. */
export function useToldActive(): () => ActiveBonus | undefined {
  const queries = useQueryClient()
  return () => {
    const asked = queries.getQueryState(activeBonusQuery.queryKey)
    return asked?.status === 'success' && !asked.isInvalidated ? asked.data : undefined
  }
}
