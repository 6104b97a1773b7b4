import type { BankGateway } from './bank.ts'
import type { GameProviders } from './game-provider.ts'
import type { SmsGateway } from './sms.ts'
import type { VoucherIssuer } from './voucher.ts'

/** The ports to the outside world, all of them. */
export interface Gateways {
  readonly bank: BankGateway
  readonly sms: SmsGateway
  readonly providers: GameProviders
  readonly vouchers: VoucherIssuer
}
