import * as calls from '@kapao/contract/lookup'
import * as service from '@kapao/contract/service'
import { ZERO } from '@kapao/money/minor'
import { pictureAt } from '../http/picture-address.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { offeredAccounts } from '../operator/accounts.ts'
import { bankNamesOf } from '../operator/bank-names.ts'
import { walletsFor } from '../truelink/truelink.ts'

/** What the operator tells everyone: straight from the settings, no rule of its own. */
export function mountLookups(context: RouteContext): void {
  const now = context.operator.current
  mount(context, calls.lookupBanks, async () => ({
    banks: [...now().banks.values()].map((bank) => ({
      code: bank.code,
      ...bankNamesOf(bank),
      digits: bank.accountDigits ?? undefined,
    })),
  }))
  mount(context, calls.lookupSources, async () => ({
    sources: now().sources.map((source) => ({ ...source })),
  }))
  mount(context, calls.lookupDeposit, async ({ member }) => {
    const state = now()
    return {
      banks: offeredAccounts(state, ['deposit', 'qr'], member.currency).map((account) => {
        const bank = state.banks.get(account.bankCode)
        return {
          bankCode: account.qrProvider ?? account.bankCode,
          bankType: account.bankType,
          mode: account.mode,
          bankAccountName: account.accountName,
          bankAccountNo: account.accountNo,
          currency: account.currency,
          bank: { nameTH: bank?.nameTh ?? '', nameEN: bank?.nameEn ?? '' },
          minDeposit: state.qrMin[account.qrProvider ?? '']?.[account.currency],
        }
      }),
      wallets: walletsFor(state, member.currency).map((wallet) => ({
        walletAccountName: wallet.accountName,
        walletAccountNo: wallet.accountNo,
        mode: wallet.mode,
      })),
      isManual: state.manualDeposit,
    }
  })
  mount(context, calls.lookupConditions, async () => ({ conditions: now().conditions }))
  mount(context, calls.lookupAgreements, async () => ({ agreements: now().agreements }))
  mount(context, calls.lookupInfo, async () => ({ name: now().name, website: now().website }))
  mount(context, calls.lookupNotice, async () => ({ notice: now().notice }))
  mount(context, calls.lookupContact, async ({ apiOrigin }) => {
    const { contact } = now()
    return { ...contact, lineQR: pictureAt(apiOrigin, contact.lineQR) }
  })
  mount(context, calls.lookupWithdraw, async () => {
    const state = now()
    const limitsOf = (currency: string) => ({
      withdrawMin: state.withdrawMin[currency] ?? ZERO,
      withdrawMax: state.withdrawMax[currency] ?? ZERO,
    })
    // The call knows no member, so its own two figures are the build's first currency's.
    return {
      ...limitsOf(state.currencies[0] ?? ''),
      // Of currencies that nobody can begin with any more there may still be wallets.
      byCurrency: Object.fromEntries(
        Object.keys(state.withdrawMax).map((currency) => [currency, limitsOf(currency)]),
      ),
    }
  })
  mount(context, calls.lookupSlip, async () => ({ isActive: now().slipUpload }))
  mount(context, service.lookupActive, async () => ({ terminated: now().isClosed ? 'gone' : '' }))
  mount(context, calls.lookupRegisterOtp, async () => {
    const { registerOTP, currencies } = now()
    return { registerOTP, currencies }
  })
  mount(context, service.lookupEnableChatWidget, async () => ({ enableChatWidget: now().enableChatWidget }))
}
