import type { CannedReply } from '@kapao/contract/desk-tools'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { cannedQuery } from '../../lib/queries.ts'

const none: readonly CannedReply[] = []

/** The canned replies, and why there is none to choose where that is no word about how many there are. */
export function useCanned(): {
  readonly canned: readonly CannedReply[]
  readonly missing: string | null
} {
  const t = useText()
  const { data, error } = useQuery(cannedQuery)
  return {
    canned: data?.canned ?? none,
    missing: data ? null : error ? failureText(t, error) : t('app.loading'),
  }
}
