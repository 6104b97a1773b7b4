import type { AnswerOf } from '@kapao/contract/call'
import { listCoupons, setupWheel } from '@kapao/contract/spinwheel'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../lib/http.ts'

export const COUPON_PAGE = 3

export const wheelQuery = queryOptions({
  queryKey: ['wheel', 'setup'],
  queryFn: ({ signal }) => ask(setupWheel, { signal }),
})

export const couponsQuery = queryOptions({
  queryKey: ['wheel', 'coupons'],
  queryFn: ({ signal }) => ask(listCoupons, { signal }),
})

export type Coupons = AnswerOf<typeof listCoupons>
export type Coupon = Coupons['coupons'][number]
