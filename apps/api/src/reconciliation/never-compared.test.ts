import { describe, expect, it } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import { compareAll } from '../../test/reconciling.ts'
import type { TestServer } from '../../test/server.ts'
import { makeTraffic, type Traffic } from '../../test/traffic.ts'

let server: TestServer
let traffic: Traffic

onTestServer(async (started) => {
  server = started
  traffic = await makeTraffic(server)
})

const compare = () => compareAll(server)

describe('what no night could ever compare is a difference, which can be settled', () => {
  it('events of the feed that nobody can read, and those behind them are compared', async () => {
    const { bank } = server.gateways
    const [broken, missing] = [
      server.transferEvent(traffic.member, '7.00'),
      server.transferEvent(traffic.member, '8.00'),
    ]
    bank.feed.push(broken, missing)
    bank.unreadable.add(broken.transRef)
    bank.feedPage = 1
    const report = await compare()
    bank.feed.splice(-2)
    bank.unreadable.clear()
    bank.feedPage = null
    expect(report).toMatchObject({ state: 'different', unseen: {} })
    expect(report.differences).toMatchObject([
      { kind: 'feed-unreadable', theirs: '1 that cannot be read' },
      { kind: 'deposit-missing', theirs: expect.stringContaining('800 THB') },
    ])
  })

  it.each([true, false])(
    'a game that is switched off and silent (with a list of theirs: %s)',
    async (hasList) => {
      const provider = server.gateways.game('PG')
      const switchGame = async (isOn: boolean) => {
        await server.database.query("update game set is_enabled = $1 where code = 'PG'", [isOn])
        await server.operator.reload()
      }
      provider.isDown = true
      provider.hasList = hasList
      expect(await compare()).toMatchObject({ state: 'incomplete' })
      await switchGame(false)
      const report = await compare()
      await switchGame(true)
      provider.isDown = false
      provider.hasList = true
      expect(report).toMatchObject({ state: 'different', unseen: {} })
      expect(new Set(report.differences.map(({ kind }) => kind))).toEqual(new Set(['gone']))
    },
  )

  it('a number for gifts that is none of ours any more', async () => {
    const { vouchers } = server.gateways
    const numbers = await server.database.query<{ accountNo: string }>(
      'select account_no from operator_wallet',
    )
    const write = async (more: string) => {
      await server.database.query(`update operator_wallet set account_no = ${more}`)
      await server.operator.reload()
    }
    vouchers.script = 'down'
    expect(await compare()).toMatchObject({ state: 'incomplete' })
    vouchers.script = 'ok'
    vouchers.silentNumbers.add(numbers[0]?.accountNo ?? '')
    await write("account_no || '0'")
    const report = await compare()
    await write('left(account_no, -1)')
    vouchers.silentNumbers.clear()
    expect(report).toMatchObject({ state: 'different', unseen: {} })
    expect(report.differences).toMatchObject([{ kind: 'gone', theirs: 'did not answer' }])
  })
})
