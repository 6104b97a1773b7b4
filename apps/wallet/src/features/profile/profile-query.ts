import { getProfile } from '@kapao/contract/account'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../lib/http.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => ask(getProfile, { signal }),
})
