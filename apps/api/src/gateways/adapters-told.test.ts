// docs/adapters.md is what an operator builds by: every call that is made stands there, and none that is not.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { openGateways } from './open.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/adapters.md'), 'utf8')
const told = [...page.matchAll(/^\| `((?:GET|POST|PUT|DELETE) \S+)` \|/gm)].map(([, call = '']) => call)

async function askEverything(address: string): Promise<void> {
  const { bank, sms, vouchers, providers } = openGateways(address)
  const [ref, account] = [
    { bankCode: 'SCB', bankAccountNo: '9123456789' },
    { bankCode: 'SCB', bankAccountNo: '9123456789', bankAccountName: 'N' },
  ]
  const money = { amount: parseDecimal('1.00'), currency: 'THB' }
  const game = providers('PG')
  await bank.payOut({ payoutId: 'id', from: ref, to: account, ...money })
  await bank.payoutStanding('id')
  await bank.listPayouts('0')
  await bank.openQr({
    orderId: 'id',
    provider: 'KBANK',
    reference: 'R',
    expiresAt: '',
    to: account,
    payload: '',
    ...money,
  })
  await bank.cancelQr('id')
  await bank.findTransfer('014', 'id')
  await bank.readFeed('0')
  await sms.send({ messageId: 'id', to: '0812345678', text: 'hello' })
  await game.createAccount('somebody', 'a password')
  await game.setPassword('somebody', 'a password')
  await game.balance('somebody')
  await game.transfer({ transferId: 'id', username: 'somebody', type: 'deposit', credits: money.amount })
  await game.transferStanding('id')
  await game.cancelTransfer('id')
  await game.listTransfers('0')
  await game.launch('somebody')
  await game.loginForm()
  await vouchers.verify('code', '0812345678')
  await vouchers.redeem('code', '0812345678')
  await vouchers.listTaken('0812345678', '0')
}

it('every call of the gateways is told, and no other', async () => {
  const asked: string[] = []
  const adapter = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url?.split('?')[0]}`)
    response.end('{}')
  })
  await new Promise<void>((resolve) => adapter.listen(0, '127.0.0.1', resolve))
  await askEverything(`http://127.0.0.1:${(adapter.address() as AddressInfo).port}`)
  adapter.close().closeAllConnections()
  const named = {
    code: 'code',
    payoutId: 'id',
    orderId: 'id',
    transRef: 'id',
    transferId: 'id',
    username: 'somebody',
  }
  const wanted = told.map((call) =>
    Object.entries(named).reduce(
      (path, [name, value]) => path.replace(`{${name}}`, value),
      call.replace('/games/{code}', '/games/PG'),
    ),
  )
  expect(asked.toSorted()).toEqual(wanted.toSorted())
})

it('every refusal that is believed is told', () => {
  const sources = readdirSync(import.meta.dirname).filter((file) => /^(?!.*\.test\.).*\.ts$/.test(file))
  const believed = sources.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/'(\d{3} [A-Z_]+)'/g)].map(
      ([, refusal = '']) => refusal,
    ),
  )
  expect(new Set(believed).size).toBeGreaterThan(8)
  expect(believed.filter((refusal) => !page.includes(`\`${refusal}\``))).toEqual([])
})
