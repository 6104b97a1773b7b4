/** A page of the statement, by one name for all screens. Apart from the other queries (member-queries.ts): home, which loads those, asks for none. */
import { listStatements } from '@kapao/contract/statement'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './http.ts'

export const STATEMENT_PAGE = 10

export function statementsQuery(page: number) {
  return queryOptions({
    queryKey: ['statements', page],
    queryFn: ({ signal }) => ask(listStatements, { body: { page, limit: STATEMENT_PAGE }, signal }),
  })
}
