import type { OperatorState } from './operator.ts'

/** As the numbers of regions/*.yaml are, which no bank and no phone has. */
const INVENTED = /^(?:9991|0700)0+\d{1,2}$/

/** The accounts and wallets of the seed that players are still led to, by their numbers: what is paid there is nobody's. */
export function inventedAccounts({
  accounts,
  wallets,
}: Pick<OperatorState, 'accounts' | 'wallets'>): readonly string[] {
  const offered = accounts.filter(({ isOffered, purpose }) => isOffered && purpose !== 'payout')
  return [...offered, ...wallets].map(({ accountNo }) => accountNo).filter((one) => INVENTED.test(one))
}
