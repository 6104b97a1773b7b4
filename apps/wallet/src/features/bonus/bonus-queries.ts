import { checkMinimumBonus, listBonuses } from '@kapao/contract/bonus'
import { lookupNotice } from '@kapao/contract/lookup'
import { currentPromotion } from '@kapao/contract/promotion'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../lib/http.ts'

export const bonusesQuery = queryOptions({
  queryKey: ['bonus', 'list'],
  queryFn: ({ signal }) => ask(listBonuses, { signal }),
})

export const promotionQuery = queryOptions({
  queryKey: ['bonus', 'promotion'],
  queryFn: ({ signal }) => ask(currentPromotion, { signal }),
})

/** Asked anew for every question: what cancelling costs moves with the balance. */
export const minimumQuery = queryOptions({
  queryKey: ['bonus', 'minimum'],
  queryFn: ({ signal }) => ask(checkMinimumBonus, { signal }),
  staleTime: 0,
  gcTime: 0,
})

export const noticeQuery = queryOptions({
  queryKey: ['notice'],
  queryFn: ({ signal }) => ask(lookupNotice, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
