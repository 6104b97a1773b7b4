import type { Minor } from '@kapao/money/minor'
import type { QueryClient } from '@tanstack/react-query'
import { checkBalance } from '../../lib/check-balance.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { totalsOf } from '../../lib/totals.ts'

/** Wallet and games together, once every game has said what it holds; null where one did not, or nobody could be asked. */
export async function confirmedTotal(queries: QueryClient): Promise<Minor | null> {
  const asked = await checkBalance(queries).catch(() => null)
  const known = queries.getQueryData(walletQuery.queryKey)
  return known && asked?.failed.length === 0 ? totalsOf(known.wallet.amount, asked.slots).total : null
}
