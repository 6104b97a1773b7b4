import { listInviteBanners, listInvites } from '@kapao/contract/invite'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../lib/http.ts'

export const INVITE_PAGE = 10

export function invitesQuery(page: number) {
  return queryOptions({
    queryKey: ['invites', page],
    queryFn: ({ signal }) => ask(listInvites, { body: { page, limit: INVITE_PAGE }, signal }),
  })
}

export const inviteBannersQuery = queryOptions({
  queryKey: ['invite-banners'],
  queryFn: ({ signal }) => ask(listInviteBanners, { signal }),
  // Without banners there is the plain sheet: nobody should wait for a second try.
  retry: false,
})
