import { listStatements } from '@kapao/contract/statement'
import { activateGame, transfer, withdraw, withdrawAll } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { houseBalance } from '../../test/feed.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  server.gateways.bank.script = 'ok'
  for (const code of ['PG', 'JOKER2']) {
    server.gateways.game(code).script = 'ok'
    server.gateways.game(code).isDown = false
  }
  member = await server.member()
  await server.payIn(member, '1000.00')
})

const take = (amount: unknown, key?: string, call: typeof withdraw | typeof withdrawAll = withdraw) =>
  server.ask(call, { body: { amount }, token: member.token, ...(key !== undefined && { key }) })

async function newest() {
  const { statements } = await server.give(listStatements, {
    body: { page: 1, limit: 10 },
    token: member.token,
  })
  return statements[0]
}

async function expectBalances(wallet: string, hold: string): Promise<void> {
  expect(await server.balance(member)).toBe(parseDecimal(wallet))
  expect(await server.balance(member, 'hold')).toBe(parseDecimal(hold))
}

/** What the bank really paid to this member. */
function paid() {
  return [...server.gateways.bank.payouts.values()].filter(
    ({ order, outcome }) => order.to.bankAccountNo === member.bankAccountNo && outcome.kind === 'confirmed',
  )
}

async function putInGame(code: string, amount: number): Promise<void> {
  await server.give(activateGame, { params: { code }, token: member.token })
  await server.give(transfer, { body: { from: 'WALLET', to: code, amount }, token: member.token })
}

describe('a withdrawal', () => {
  it('holds the money at once, pays it to the member’s own account, and settles', async () => {
    expect(await take(300)).toMatchObject({ status: 200, answer: { message: 'SUCCESS' } })
    await expectBalances('700.00', '300.00')
    expect(await newest()).toMatchObject({
      statementType: 'withdraw',
      status: 'PENDING',
      from: 'WALLET',
      to: 'BANK',
      amount: parseDecimal('300.00'),
    })
    const bankBefore = await houseBalance(server, 'bank')
    await server.work()
    await expectBalances('700.00', '0.00')
    expect(await newest()).toMatchObject({ status: 'SUCCESS' })
    expect(await houseBalance(server, 'bank')).toBe(bankBefore + 30_000n)
    const payout = server.operator.current().accounts.find((account) => account.purpose === 'payout')
    expect(paid()).toMatchObject([
      {
        order: {
          amount: parseDecimal('300.00'),
          currency: 'THB',
          from: { bankCode: payout?.bankCode, bankAccountNo: payout?.accountNo },
          to: { bankCode: 'SCB', bankAccountName: 'TEST PLAYER' },
        },
      },
    ])
  })

  it('goes to the account that was the member’s when they asked, not to a later one', async () => {
    await take(300)
    await server.database.query(
      `update member set bank_account_no = '9444444444' || right(bank_account_no, 2) where id = $1`,
      [member.id],
    )
    await server.work()
    expect(paid()).toHaveLength(1)
  })

  it('that the bank refuses comes back into the wallet', async () => {
    server.gateways.bank.script = 'refuse'
    await take(300)
    await server.work()
    await expectBalances('1000.00', '0.00')
    expect(await newest()).toMatchObject({ status: 'FAILED', amount: parseDecimal('300.00') })
    await server.work()
    await expectBalances('1000.00', '0.00')
  })

  it('that got lost on its way to the bank is sent again, and paid once', async () => {
    server.gateways.bank.script = 'lost-before'
    await take(300)
    await server.work()
    await expectBalances('700.00', '300.00')
    expect(await newest()).toMatchObject({ status: 'PENDING' })
    server.gateways.bank.script = 'ok'
    await server.work()
    await expectBalances('700.00', '0.00')
    expect(paid()).toHaveLength(1)
  })

  it('whose answer got lost is settled by asking, and not sent a second time', async () => {
    server.gateways.bank.script = 'lost-after'
    await take(300)
    await server.work()
    await expectBalances('700.00', '300.00')
    const calls = server.gateways.bank.payOutCalls
    await server.work()
    await expectBalances('700.00', '0.00')
    expect(server.gateways.bank.payOutCalls).toBe(calls)
    expect(paid()).toHaveLength(1)
    expect(await newest()).toMatchObject({ status: 'SUCCESS' })
  })

  it('is paid once however many workers are at it', async () => {
    await take(300)
    await Promise.all([server.work(), server.work(), server.work()])
    await server.work()
    expect(paid()).toHaveLength(1)
    await expectBalances('700.00', '0.00')
  })

  it('is one withdrawal for one intent', async () => {
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => take(300, key)))
    expect(answers.filter((answer) => answer.ok && !answer.isReplay)).toHaveLength(1)
    expect(answers.filter((answer) => answer.ok && answer.isReplay)).toHaveLength(4)
    await expectBalances('700.00', '300.00')
    expect(await take(301, key)).toMatchObject({ status: 409, message: 'KEY_INVALID' })
    expect(await take(300, key, withdrawAll)).toMatchObject({ status: 409, message: 'KEY_INVALID' })
    await server.work()
    expect(await take(300, key)).toMatchObject({ ok: true, isReplay: true })
    await expectBalances('700.00', '0.00')
  })

  it('refused for want of money is judged anew under the same intent', async () => {
    const key = crypto.randomUUID()
    expect(await take(1500, key)).toMatchObject({ message: 'MONEY_NOT_ENOUGH' })
    await server.payIn(member, '600.00')
    expect(await take(1500, key)).toMatchObject({ ok: true, isReplay: false })
  })

  it('of everything, asked for twenty times at once, is made once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(1000)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    for (const answer of answers) if (!answer.ok) expect(answer.message).toBe('MONEY_NOT_ENOUGH')
    await expectBalances('0.00', '1000.00')
    await server.work()
    expect(paid()).toHaveLength(1)
  })

  it('and a transfer at the same moment cannot both have the last baht', async () => {
    await server.give(activateGame, { params: { code: 'PG' }, token: member.token })
    const [one, other] = await Promise.all([
      take(1000),
      server.ask(transfer, { body: { from: 'WALLET', to: 'PG', amount: 1000 }, token: member.token }),
    ])
    expect([one.ok, other.ok].filter(Boolean)).toHaveLength(1)
  })
})

describe('a withdrawal is refused', () => {
  it.each([
    ['below the minimum', 99.99],
    ['above the maximum', 200_000.01],
  ])('%s, and both limits are told', async (_what, amount) => {
    expect(await take(amount)).toMatchObject({
      status: 400,
      message: 'WITHDRAW_LIMIT',
      details: { field: 'amount', min: 100, max: 200_000 },
    })
    await expectBalances('1000.00', '0.00')
  })

  it.each([100, 1000])('not at a limit itself: %d', async (amount) => {
    expect(await take(amount)).toMatchObject({ ok: true })
  })

  it.each([0, -1, 100.005, '300', null, undefined, 100_000_000.01])('for the amount %s', async (amount) => {
    for (const call of [withdraw, withdrawAll]) {
      expect(await take(amount, undefined, call)).toMatchObject({ status: 400, message: 'TRANSFER_MINIMUM' })
    }
    await expectBalances('1000.00', '0.00')
  })

  it('for more than there is, by a satang', async () => {
    expect(await take(1000.01)).toMatchObject({ status: 400, message: 'MONEY_NOT_ENOUGH' })
    await expectBalances('1000.00', '0.00')
    expect(await newest()).toMatchObject({ statementType: 'deposit' })
  })

  it('for money that is on hold already', async () => {
    await take(800)
    expect(await take(300)).toMatchObject({ message: 'MONEY_NOT_ENOUGH' })
    await expectBalances('200.00', '800.00')
  })

  it('where the operator pays out nothing', async () => {
    await server.database.query("update operator_account set purpose = 'deposit' where purpose = 'payout'")
    await server.operator.reload()
    try {
      expect(await take(300)).toMatchObject({ status: 400, message: 'NO_BANK' })
      await expectBalances('1000.00', '0.00')
    } finally {
      await server.database.query(
        "update operator_account set purpose = 'payout' where account_no = '9991000009'",
      )
      await server.operator.reload()
    }
  })
})

describe('withdrawing with everything in the games', () => {
  beforeEach(async () => {
    await putInGame('PG', 400)
    await putInGame('JOKER2', 500)
  })

  it('collects the games first', async () => {
    expect(await take(1000, undefined, withdrawAll)).toMatchObject({ ok: true })
    await expectBalances('0.00', '1000.00')
  })

  it('takes only the amount; the rest stays in the wallet', async () => {
    expect(await take(600, undefined, withdrawAll)).toMatchObject({ ok: true })
    await expectBalances('400.00', '600.00')
  })

  it('leaves what was collected in the wallet when there is not enough', async () => {
    const refused = await take(1000.01, undefined, withdrawAll)
    expect(refused).toMatchObject({ message: 'MONEY_NOT_ENOUGH' })
    expect(refused).not.toHaveProperty('details.failed')
    await expectBalances('1000.00', '0.00')
  })

  it('does without a game that is down when the others suffice, and names it when they do not', async () => {
    server.gateways.game('PG').isDown = true
    expect(await take(600, undefined, withdrawAll)).toMatchObject({ ok: true })
    await expectBalances('0.00', '600.00')
    expect(await take(400, undefined, withdrawAll)).toMatchObject({ details: { failed: ['PG'] } })
  })

  it('never counts on money whose transfer is unknown', async () => {
    server.gateways.game('PG').script = 'lost-after'
    expect(await take(1000, undefined, withdrawAll)).toMatchObject({ message: 'MONEY_NOT_ENOUGH' })
    await expectBalances('600.00', '0.00')
    server.gateways.game('PG').script = 'ok'
    await server.work()
    await expectBalances('1000.00', '0.00')
  })

  it('leaves the games alone when the amount is refused anyhow', async () => {
    expect(await take(50, undefined, withdrawAll)).toMatchObject({ message: 'WITHDRAW_LIMIT' })
    await expectBalances('100.00', '0.00')
  })

  it('does not empty them again when the intent is sent again', async () => {
    const key = crypto.randomUUID()
    await take(1000, key, withdrawAll)
    await server.payIn(member, '200.00')
    await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 200 }, token: member.token })
    expect(await take(1000, key, withdrawAll)).toMatchObject({ ok: true, isReplay: true })
    await expectBalances('0.00', '1000.00')
  })
})

it('in Laos the limits are those of the member’s currency', async () => {
  const lao = await startTestServer('la')
  try {
    const { withdrawMin } = lao.operator.current()
    const inKip = await lao.member({ currency: 'LAK' })
    const inBaht = await lao.member({ currency: 'BAHT' })
    for (const [who, currency] of [
      [inKip, 'LAK'],
      [inBaht, 'BAHT'],
    ] as const) {
      const answer = await lao.ask(withdraw, { body: { amount: 1 }, token: who.token })
      expect(answer).toMatchObject({ message: 'WITHDRAW_LIMIT' })
      const min = answer.ok ? null : answer.details.min
      expect(min).toBe(Number(withdrawMin[currency]) / 100)
    }
  } finally {
    await lao.stop()
  }
})
