import type { Gateways } from './gateways.ts'
import { openBankGateway } from './http-bank.ts'
import { openGameProviders } from './http-game-provider.ts'
import { openVoucherIssuer } from './http-voucher.ts'
import { openSmsGateway } from './sms.ts'

/** The outside world, each part by HTTP at its adapter (docs/adapters.md). Whoever speaks to one in another way does so here. */
export function openGateways(gatewayUrl: string, secret: string | null = null): Gateways {
  return {
    bank: openBankGateway(gatewayUrl, secret),
    sms: openSmsGateway(gatewayUrl, secret),
    vouchers: openVoucherIssuer(gatewayUrl, secret),
    providers: openGameProviders(gatewayUrl, secret),
  }
}
