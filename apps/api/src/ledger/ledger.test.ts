import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { type Account, houseOf, post, postIfCovered, walletBalance } from './accounts.ts'

let server: TestServer
let one: TestMember
let other: TestMember
const bank = { house: 'bank', code: 'TEST:1', currency: 'THB' } as const

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  one = await server.member()
  other = await server.member()
})

const wallet = (member: TestMember): Account => ({ memberId: member.id, kind: 'wallet' })
const hold = (member: TestMember): Account => ({ memberId: member.id, kind: 'hold' })

const STANDS = 'stands in the books already'

let nextReference = 0
function give(from: Account, to: Account, amount: Minor, reference = `test-${++nextReference}`) {
  return server.database.transaction((tx) =>
    postIfCovered(tx, { kind: 'deposit', reference, from, to, amount }),
  )
}

async function houseBalance(): Promise<bigint> {
  const [row] = await server.database.query<{ balanceMinor: bigint }>(
    "select balance_minor from ledger_house_balance where kind = 'bank' and code = 'TEST:1'",
  )
  return row?.balanceMinor ?? 0n
}

describe('a posting', () => {
  it('takes from one account what it gives to the other', async () => {
    const before = await houseBalance()
    expect(await give(bank, wallet(one), parseDecimal('100.00'))).toBe('posted')
    expect(await give(wallet(one), hold(one), parseDecimal('30.01'))).toBe('posted')
    expect(await walletBalance(server.database, one.id)).toBe(parseDecimal('69.99'))
    expect(await server.balance(one, 'hold')).toBe(parseDecimal('30.01'))
    expect((await houseBalance()) - before).toBe(-parseDecimal('100.00'))
  })

  it('is made once for one reference', async () => {
    const reference = `once-${one.id}`
    expect(await give(bank, wallet(one), parseDecimal('5.00'), reference)).toBe('posted')
    await expect(give(bank, wallet(one), parseDecimal('5.00'), reference)).rejects.toThrow(STANDS)
    expect(await server.balance(one)).toBe(parseDecimal('5.00'))
  })

  it('is a duplicate, not a lack of money, when it is repeated after the money was spent', async () => {
    const reference = `spent-${one.id}`
    await give(bank, wallet(one), parseDecimal('5.00'))
    await give(wallet(one), hold(one), parseDecimal('5.00'), reference)
    await expect(give(wallet(one), hold(one), parseDecimal('5.00'), reference)).rejects.toThrow(STANDS)
  })

  it('that has to be takes with it what was written beside it, where there is too little', async () => {
    const reference = `sure-${one.id}`
    const made = server.database.transaction(async (tx) => {
      await tx.query("update member set name = 'Settled' where id = $1", [one.id])
      await post(tx, { kind: 'deposit', reference, from: hold(one), to: bank, amount: parseDecimal('1.00') })
    })
    await expect(made).rejects.toThrow(`deposit ${reference} was insufficient`)
    expect(await server.database.query('select name from member where id = $1', [one.id])).not.toEqual([
      { name: 'Settled' },
    ])
  })

  it('is not made when there is too little, and leaves nothing behind', async () => {
    await give(bank, wallet(one), parseDecimal('1.00'))
    const reference = `poor-${one.id}`
    expect(await give(wallet(one), hold(one), parseDecimal('1.01'), reference)).toBe('insufficient')
    const left = await server.database.query('select 1 from ledger_movement where reference = $1', [
      reference,
    ])
    expect(left).toEqual([])
  })

  it('keeps balance before, balance after and an unbroken line of versions', async () => {
    await give(bank, wallet(one), parseDecimal('3.00'))
    await give(wallet(one), hold(one), parseDecimal('1.00'))
    const entries = await server.database.query(
      `select e.amount_minor, e.balance_before_minor, e.balance_after_minor, e.version from ledger_entry e
       join ledger_account a on a.id = e.account_id where a.member_id = $1 and a.kind = 'wallet' order by e.version`,
      [one.id],
    )
    expect(entries).toEqual([
      { amountMinor: 300n, balanceBeforeMinor: 0n, balanceAfterMinor: 300n, version: 1n },
      { amountMinor: -100n, balanceBeforeMinor: 300n, balanceAfterMinor: 200n, version: 2n },
    ])
  })
})

it('a bank account of the operator’s is one account of the books, however its number is written', () => {
  const written = ['999-1-00000-1', '9991000001', '๙๙๙ 1000001']
  const names = written.map((accountNo) => houseOf({ bankCode: 'KBANK', accountNo }, 'THB'))
  expect(names).toEqual(names.map(() => ({ house: 'bank', code: 'KBANK:9991000001', currency: 'THB' })))
})

describe('the database itself refuses', () => {
  const attempts: readonly (readonly [string, (member: TestMember) => string])[] = [
    ['a changed entry', () => 'update ledger_entry set amount_minor = amount_minor + 1'],
    ['a deleted entry', () => 'delete from ledger_entry'],
    ['a changed movement', () => 'update ledger_movement set amount_minor = amount_minor + 1'],
    ['an emptied history', () => 'truncate ledger_entry'],
    [
      'a balance changed by hand',
      ({ id }) => `update ledger_account set balance_minor = balance_minor + 1 where member_id = ${id}`,
    ],
    [
      'a member below zero',
      ({ id }) =>
        `insert into ledger_account (kind, member_id, currency, balance_minor, version) values ('wallet', ${id}, 'X', -1, 0)`,
    ],
    [
      'a movement without entries',
      ({ id }) =>
        `insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
         select 'test', 'bare', min(id), max(id), 100, 'THB' from ledger_account where member_id = ${id}`,
    ],
    [
      'a movement from an account to itself',
      ({ id }) =>
        `insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
         select 'test', 'self', id, id, 100, 'THB' from ledger_account where member_id = ${id} limit 1`,
    ],
    [
      'a negative movement',
      ({ id }) =>
        `insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
         select 'test', 'minus', min(id), max(id), -100, 'THB' from ledger_account where member_id = ${id}`,
    ],
    [
      'a movement between currencies',
      ({ id }) =>
        `select ledger_post(row('test', 'mixed', ledger_house_account('bank', 'LAO', 'LAK'),
           ledger_member_account(${id}, 'wallet'), 100)::ledger_posting)`,
    ],
  ]
  it.each(attempts)('%s', async (_what, sql) => {
    await give(bank, wallet(one), parseDecimal('10.00'))
    await expect(server.database.transaction((tx) => tx.query(sql(one)))).rejects.toThrow()
    expect(await server.balance(one)).toBe(parseDecimal('10.00'))
  })
})

describe('entries are checked whole:', () => {
  // As a posting would say of itself, so that only what is written can be refused.
  const POSTING = `with flag as materialized (select set_config('kapao.posting', 'on', true) as is_on)`
  it.each([
    [
      'of no movement, though they cancel out',
      (id: bigint) => `${POSTING} insert into ledger_entry (movement_id, account_id, amount_minor)
         select -1, id, case kind when 'wallet' then 5 else -5 end from flag, ledger_account
         where is_on = 'on' and member_id = ${id}`,
    ],
    [
      'of a movement with other amounts than its own',
      (id: bigint) => `${POSTING}, made as (
           insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
           select 'test', 'more', min(id), max(id), 100, 'THB' from flag, ledger_account where is_on = 'on' and member_id = ${id} returning *
         )
         insert into ledger_entry (movement_id, account_id, amount_minor)
         select made.id, e.account_id, e.amount from made,
           lateral (values (from_account, -101), (to_account, 101)) e (account_id, amount)`,
    ],
    [
      'of one side only',
      (id: bigint) => `${POSTING}, made as (
           insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
           select 'test', 'side', min(id), max(id), 100, 'THB' from flag, ledger_account where is_on = 'on' and member_id = ${id} returning *
         )
         insert into ledger_entry (movement_id, account_id, amount_minor) select id, from_account, -100 from made`,
    ],
  ])('%s', async (_what, sql) => {
    await give(bank, wallet(one), parseDecimal('10.00'))
    const written = server.database.transaction((tx) => tx.query(sql(one.id)))
    await expect(written).rejects.toThrow('entries that do not cancel out')
  })
})

describe('many at once', () => {
  it('spend one balance only once', async () => {
    await give(bank, wallet(one), parseDecimal('10.00'))
    const results = await Promise.all(
      Array.from({ length: 20 }, () => give(wallet(one), hold(one), parseDecimal('10.00'))),
    )
    expect(results.filter((result) => result === 'posted')).toHaveLength(1)
    expect(results.filter((result) => result === 'insufficient')).toHaveLength(19)
    expect(await server.balance(one)).toBe(0n)
  })

  it('cross each other in both directions without a deadlock', async () => {
    await give(bank, wallet(one), parseDecimal('100.00'))
    await give(bank, wallet(other), parseDecimal('100.00'))
    await Promise.all(
      Array.from({ length: 40 }, (_none, turn) =>
        turn % 2 === 0
          ? give(wallet(one), wallet(other), parseDecimal('1.00'))
          : give(wallet(other), wallet(one), parseDecimal('1.00')),
      ),
    )
    expect(await server.balance(one)).toBe(parseDecimal('100.00'))
    expect(await server.balance(other)).toBe(parseDecimal('100.00'))
  })
})

describe('any sequence of postings', () => {
  it('ends where plain arithmetic ends, and never below zero', async () => {
    const step = fc.record({
      from: fc.constantFrom('bank', 'one', 'other', 'hold'),
      to: fc.constantFrom('bank', 'one', 'other', 'hold'),
      amount: fc.bigInt({ min: 1n, max: 10_000n }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const [first, second] = [await freshMember(), await freshMember()]
        const accounts: Record<string, Account> = {
          bank,
          one: { memberId: first, kind: 'wallet' },
          other: { memberId: second, kind: 'wallet' },
          hold: { memberId: first, kind: 'hold' },
        }
        const expected: Record<string, bigint> = { bank: 0n, one: 0n, other: 0n, hold: 0n }
        for (const { from, to, amount } of steps.filter((each) => each.from !== each.to)) {
          const source = accounts[from] ?? bank
          const target = accounts[to] ?? bank
          const isCovered = from === 'bank' || (expected[from] ?? 0n) >= amount
          expect(await give(source, target, fromMinorUnits(amount))).toBe(
            isCovered ? 'posted' : 'insufficient',
          )
          if (!isCovered) continue
          expected[from] = (expected[from] ?? 0n) - amount
          expected[to] = (expected[to] ?? 0n) + amount
        }
        expect(await walletBalance(server.database, first)).toBe(expected.one)
        expect(await walletBalance(server.database, second)).toBe(expected.other)
      }),
      { numRuns: 15 },
    )
  })
})

let freshNumber = 0
/** A member straight in the database: these properties need many, and none of them logs in. */
async function freshMember(): Promise<bigint> {
  freshNumber += 1
  const [row] = await server.database.query<{ id: bigint }>(
    `insert into member (public_id, name, username, password_hash, currency, bank_code, bank_account_name, bank_account_no)
     values ($1, 'Fresh', $1, '', 'THB', 'SCB', 'FRESH', $1) returning id`,
    [`fresh-${freshNumber}`],
  )
  if (!row) throw new Error('no member')
  await server.database.query(
    `insert into ledger_account (kind, member_id, currency, balance_minor, version)
     values ('wallet', $1, 'THB', 0, 0), ('hold', $1, 'THB', 0, 0)`,
    [row.id],
  )
  return row.id
}
