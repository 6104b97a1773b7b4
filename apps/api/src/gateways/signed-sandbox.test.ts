import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { type RealSandbox, startRealSandbox } from '../../test/real-sandbox.ts'
import { openGateways } from './open.ts'

const SECRET = 'known to us and to the sandbox'

let sandbox: RealSandbox
beforeAll(async () => {
  sandbox = await startRealSandbox(SECRET)
})
afterAll(() => sandbox.stop())

const message = { messageId: 'one', to: '0812345678', text: 'รหัส 123456' }

describe('a sandbox that knows the secret', () => {
  it('does what each of our gateways asks for', async () => {
    const { bank, sms, vouchers, providers } = openGateways(sandbox.url, SECRET)
    expect(await bank.payoutStanding('a-payout')).toEqual({ kind: 'not-found' })
    expect(await bank.listPayouts('0')).toMatchObject({ items: [] })
    expect(await sms.send(message)).toEqual({ kind: 'confirmed' })
    expect(await vouchers.listTaken('0812345678', '0')).toMatchObject({ items: [] })
    expect(await providers('PG').createAccount('somebody', 'a password')).toEqual({ kind: 'confirmed' })
    expect(await providers('PG').balance('somebody')).toEqual({ credits: parseDecimal('0.00'), after: null })
  })

  it.each([
    ['no secret', null],
    ['another secret', 'known to nobody else'],
  ])('does nothing for a server with %s', async (_what, secret) => {
    const { bank, sms, vouchers, providers } = openGateways(sandbox.url, secret)
    // Not “not found”: whoever is refused has learnt nothing of the payout.
    expect(await bank.payoutStanding('a-payout')).toEqual({ kind: 'unknown', reason: 'NOT_SIGNED' })
    const refused = { kind: 'refused', reason: 'NOT_SIGNED' }
    expect(await sms.send({ ...message, messageId: 'two' })).toEqual(refused)
    expect(await vouchers.listTaken('0812345678', '0')).toBeNull()
    expect(await providers('PG').createAccount('nobody', 'a password')).toEqual(refused)
    expect(await openGateways(sandbox.url, SECRET).providers('PG').balance('nobody')).toBeNull()
  })
})
