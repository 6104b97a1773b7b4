/** The ways to pay in that a member has, from the operator's answer: only those that can be used now. */
import type { AnswerOf } from '@kapao/contract/call'
import type { lookupDeposit } from '@kapao/contract/lookup'
import { type QrProvider, qrProviders } from '@kapao/contract/qrcode'
import { type Currency, currencyOf } from '../../lib/region.ts'

export type DepositLookup = AnswerOf<typeof lookupDeposit>
export type DepositAccount = DepositLookup['banks'][number]

export type DepositWay =
  | { readonly key: 'bank'; readonly accounts: readonly DepositAccount[] }
  /** Staff credit these by hand: plain account details. */
  | { readonly key: 'manual'; readonly accounts: readonly DepositAccount[] }
  | { readonly key: QrProvider; readonly account: DepositAccount }

export function depositWays({ banks, isManual }: DepositLookup, currency: Currency): readonly DepositWay[] {
  // A server may list the accounts of every currency; money in another one would not be credited.
  const mine = banks.filter((account) => currencyOf(account.currency) === currency)
  const isAutomatic = (account: DepositAccount) => !isManual && account.mode.toUpperCase() === 'AUTO'
  const isQr = (account: DepositAccount) => account.bankType.toUpperCase() === 'QR'
  const automatic = mine.filter((account) => isAutomatic(account) && !isQr(account))
  const manual = mine.filter(
    (account) => !isAutomatic(account) && (!isQr(account) || account.bankAccountNo !== ''),
  )
  const codes = qrProviders.flatMap((provider): DepositWay[] => {
    const account = mine.find((one) => isAutomatic(one) && isQr(one) && one.bankCode === provider)
    return account ? [{ key: provider, account }] : []
  })
  return [
    ...codes,
    ...(automatic.length > 0 ? [{ key: 'bank', accounts: automatic } as const] : []),
    ...(manual.length > 0 ? [{ key: 'manual', accounts: manual } as const] : []),
  ]
}
