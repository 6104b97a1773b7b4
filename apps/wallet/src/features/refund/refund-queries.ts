import { checkRefund, listRefundBanners, listRefunds } from '@kapao/contract/refund'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../lib/http.ts'

export const REFUND_PAGE = 10

export const refundCheckQuery = queryOptions({
  queryKey: ['refund', 'check'],
  queryFn: ({ signal }) => ask(checkRefund, { signal }),
  // Another server may have to compute it: asked once by the sheet, and after what moves money.
  refetchOnWindowFocus: false,
})

export function refundsQuery(page: number) {
  return queryOptions({
    queryKey: ['refund', 'list', page],
    queryFn: ({ signal }) => ask(listRefunds, { body: { page, limit: REFUND_PAGE }, signal }),
  })
}

export const refundBannersQuery = queryOptions({
  queryKey: ['refund-banners'],
  queryFn: ({ signal }) => ask(listRefundBanners, { signal }),
  // Without banners there is the plain sheet: nobody should wait for a second try.
  retry: false,
})
