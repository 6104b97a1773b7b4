/** The operator's answer on how to deposit, and whether its accounts are still believed. */
import { lookupDeposit } from '@kapao/contract/lookup'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, type Failure, send } from '../../lib/http.ts'
import { mending } from '../../lib/mending.ts'
import type { DepositLookup } from './deposit-ways.ts'

const queryKey = ['deposit-lookup']

export interface Doubt {
  readonly isDoubted: boolean
  readonly begin: () => void
  /** Asks for the accounts again; why that failed, or null. */
  readonly check: () => Promise<Failure | null>
}

/** The doubt is kept with the answer: it outlives the sheet as the answer does, and goes with the next one. */
type Believed = DepositLookup & { readonly isDoubted?: boolean }

export function useDepositLookup(): [lookup: UseQueryResult<DepositLookup>, doubt: Doubt] {
  const queries = useQueryClient()
  const lookup = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<Believed> => ask(lookupDeposit, { signal }),
    refetchInterval: mending,
  })
  const doubt: Doubt = {
    isDoubted: lookup.data?.isDoubted === true,
    begin() {
      queries.setQueryData<Believed>(queryKey, (before) => before && { ...before, isDoubted: true })
    },
    // Not the query's own reload: without a line that one waits in silence.
    async check() {
      const result = await send(lookupDeposit)
      if (!result.ok) return result.failure
      queries.setQueryData<Believed>(queryKey, result.answer)
      return null
    },
  }
  return [lookup, doubt]
}
