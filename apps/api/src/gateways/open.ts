import type { Gateways } from '../http/app.ts'
import { openBankGateway } from './http-bank.ts'
import { openGameProviders } from './http-game-provider.ts'
import { openVoucherIssuer } from './http-voucher.ts'
import { openSmsGateway } from './sms.ts'

/** The outside world, each part by its HTTP adapter. An operator's own adapters take their place here. */
export function openGateways(gatewayUrl: string, secret: string | null = null): Gateways {
  return {
    bank: openBankGateway(gatewayUrl, secret),
    sms: openSmsGateway(gatewayUrl, secret),
    vouchers: openVoucherIssuer(gatewayUrl, secret),
    providers: openGameProviders(gatewayUrl, secret),
  }
}
