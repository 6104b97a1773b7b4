/** The ways to pay in that a member has, from the operator's answer: only those that can be used now. */
import type { AnswerOf } from '@kapao/contract/call'
import type { lookupDeposit } from '@kapao/contract/lookup'
import { type QrProvider, qrProviders } from '@kapao/contract/qrcode'
import type { Currency } from '@kapao/contract/values'
import { currencyOf, knownCurrency } from '../../lib/region.ts'

export type DepositLookup = AnswerOf<typeof lookupDeposit>
export type DepositAccount = DepositLookup['banks'][number]
export type WalletAccount = DepositLookup['wallets'][number]

export interface QrDeposit {
  readonly key: QrProvider
  readonly account: DepositAccount
}

export type DepositWay =
  | { readonly key: 'bank'; readonly accounts: readonly DepositAccount[] }
  /** Staff credit these by hand: plain account details. */
  | {
      readonly key: 'manual'
      readonly accounts: readonly DepositAccount[]
      readonly wallets: readonly WalletAccount[]
    }
  | QrDeposit
  | { readonly key: 'truelink'; readonly wallets: readonly WalletAccount[] }
  /** The proof of a transfer that has been made. */
  | { readonly key: 'slip' }

/** Undefined of an account in a currency that is not this build's, such as dollars: nobody is to pay into it in another. */
function currencyOfAccount({ currency }: Pick<DepositAccount, 'currency'>): Currency | undefined {
  return currency?.trim() ? knownCurrency(currency) : currencyOf(undefined)
}

/**
 * The currency that a member pays in: the wallet's. Where its server names none (api: Wallet), it is the one that all accounts are in which it
 * gives to this member, and else the build's.
 */
export function depositCurrency(ofWallet: string | undefined, lookup: DepositLookup | undefined): Currency {
  const given = new Set(lookup?.banks.flatMap((account) => currencyOfAccount(account) ?? []))
  const [only] = given
  return !ofWallet?.trim() && only && given.size === 1 ? only : currencyOf(ofWallet)
}

export function depositWays(
  { banks, wallets, isManual }: DepositLookup,
  currency: Currency,
  takesSlips: boolean,
): readonly DepositWay[] {
  // A server may list the accounts of every currency; money in another one would not be credited.
  const mine = banks.filter((account) => currencyOfAccount(account) === currency)
  const isAutomatic = ({ mode }: { mode: string }) => !isManual && mode.toUpperCase() === 'AUTO'
  const isQr = (account: DepositAccount) => account.bankType.toUpperCase() === 'QR'
  const manual = mine.filter(
    (account) => !isAutomatic(account) && (!isQr(account) || account.bankAccountNo !== ''),
  )
  // Gifts are in baht.
  const myWallets = currency === 'LAK' ? [] : wallets
  // The first is the one that a gift is redeemed with.
  const gifts = myWallets.filter(isAutomatic).slice(0, 1)
  const plainWallets = myWallets.filter((wallet) => !isAutomatic(wallet))
  const codes = qrProviders.flatMap((provider): QrDeposit[] => {
    const account = mine.find((one) => isAutomatic(one) && isQr(one) && one.bankCode === provider)
    return account ? [{ key: provider, account }] : []
  })
  const isCoded = ({ bankCode, bankAccountNo }: DepositAccount) =>
    codes.some(({ account }) => account.bankCode === bankCode && account.bankAccountNo === bankAccountNo)
  // One that no code is made for is paid into as any other account, by its number.
  const automatic = mine.filter(
    (account) =>
      isAutomatic(account) && (!isQr(account) || (account.bankAccountNo !== '' && !isCoded(account))),
  )
  return [
    ...codes,
    ...(automatic.length > 0 ? [{ key: 'bank', accounts: automatic } as const] : []),
    ...(gifts.length > 0 ? [{ key: 'truelink', wallets: gifts } as const] : []),
    ...(manual.length + plainWallets.length > 0
      ? [{ key: 'manual', accounts: manual, wallets: plainWallets } as const]
      : []),
    ...(takesSlips ? [{ key: 'slip' } as const] : []),
  ]
}
