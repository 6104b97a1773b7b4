import { randomUUID } from 'node:crypto'
import { activateBonus } from '@kapao/contract/bonus'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { activateGame, transfer, withdraw } from '@kapao/contract/wallet'
import { parseDecimal } from './amounts.ts'
import { offerBonus } from './bonuses.ts'
import type { TestMember, TestServer } from './server.ts'

export interface Traffic {
  readonly member: TestMember
  readonly giftCode: string
}

/** A little of everything that moves money, settled and refused, in our books and in the outside world's. */
export async function makeTraffic(server: TestServer): Promise<Traffic> {
  const { bank, vouchers } = server.gateways
  const code = `B${randomUUID().slice(0, 8)}`
  await offerBonus(server, code)
  const lucky = await server.registeredMember()
  await server.give(activateBonus, { params: { code }, token: lucky.token })
  const member = await server.registeredMember()
  for (const [one, amount] of [
    [lucky, '400.00'],
    [member, '1000.00'],
    [member, '250.50'],
  ] as const) {
    const event = server.transferEvent(one, amount)
    bank.feed.push(event)
    bank.transfers.set(event.transRef, event)
    await server.credit(event)
  }
  const stranger = { ...member, bankAccountNo: '9000000001' }
  const unmatched = server.transferEvent(stranger, '77.00')
  bank.feed.push(unmatched)
  await server.credit(unmatched)

  const giftCode = randomUUID().replaceAll('-', '')
  vouchers.issue(giftCode, parseDecimal('30.00'))
  const link = await sealLink(
    server.config.truelinkSecrets[0],
    `https://gift.truemoney.com/campaign/?v=${giftCode}`,
  )
  await server.give(redeemTruelink, { body: { link }, token: member.token })

  const { token } = member
  await server.give(activateGame, { params: { code: 'PG' }, token })
  const move = (from: string, to: string, amount: number) =>
    server.ask(transfer, { body: { from, to, amount }, token })
  const provider = server.gateways.game('PG')
  await move('WALLET', 'PG', 200)
  await move('PG', 'WALLET', 50)
  for (const script of ['half', 'refuse', 'lost-after'] as const) {
    provider.script = script
    await move('WALLET', 'PG', 20)
  }
  provider.script = 'ok'

  await server.give(withdraw, { body: { amount: 300 }, token })
  await server.work()
  bank.script = 'refuse'
  await server.give(withdraw, { body: { amount: 100 }, token })
  await server.work()
  bank.script = 'ok'
  return { member, giftCode }
}
