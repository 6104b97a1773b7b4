import { listSlips } from '@kapao/contract/slip'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { newTransRef } from '../../test/slip-pictures.ts'
import type { FeedEvent } from '../gateways/bank.ts'
import { findOperatorAccount } from '../operator/accounts.ts'
import type { OperatorState } from '../operator/operator.ts'
import { creditEvent, creditProven } from './credit.ts'

const WAITING =
  "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"

/** Nobody here has a condition. */
const asked: ReadonlySet<bigint> = new Set()

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
  member = await server.member()
})

describe('an account whose number the operator writes with dashes', () => {
  const bare = '9991000001'
  const dashed = '999-1-00000-1'
  const write = async (accountNo: string) => {
    await server.database.query(
      `update operator_account set account_no = $1 where replace(account_no, '-', '') = $2`,
      [accountNo, bare],
    )
    await server.operator.reload()
  }
  beforeEach(() => write(dashed))
  afterEach(() => write(bare))

  /** As an older version has taken it in: under the number as it was written. */
  const wasWritten = (accountNo: string, { transRef }: FeedEvent) =>
    server.database.query('update bank_event set account_no = $1 where trans_ref = $2', [accountNo, transRef])

  it('gets a transfer once, though the bank writes it otherwise and the operator changes it', async () => {
    const event = server.transferEvent(member, '10.00')
    expect(event.to.bankAccountNo).toBe(dashed)
    expect(await server.credit(event)).toBe('credited')
    for (const bankAccountNo of [dashed, bare, '999 1000001']) {
      expect(await server.credit({ ...event, to: { ...event.to, bankAccountNo } })).toBe('known')
    }
    await write('9991-000001')
    expect(await server.credit(event)).toBe('known')
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it('gets a transfer once that an older version took in', async () => {
    const event = server.transferEvent(member, '10.00')
    await server.credit(event)
    for (const accountNo of [dashed, '๙๙๙-1000001']) {
      await wasWritten(accountNo, event)
      expect(await server.credit(event)).toBe('known')
    }
    await wasWritten(bare, event)
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it('gets a transfer once that waits since an older version, when a slip proves whose it is', async () => {
    const from = { bankCode: 'KTB', bankAccountNo: '9111111112', bankAccountName: 'MISS UNKNOWN' }
    const event = server.transferEvent(member, '10.00', { from })
    expect(await server.credit(event)).toBe('unmatched')
    await wasWritten(dashed, event)
    const prove = () =>
      server.database.transaction((tx) =>
        creditProven({ ...tx, asked }, server.operator.current(), event, member.id),
      )
    expect(await prove()).toBe('credited')
    expect(await prove()).toBe('known')
    expect(await server.credit(event)).toBe('known')
    await wasWritten(bare, event)
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })
})

describe('a bank that the operator lists by another of its symbols than ours', () => {
  const setBank = async (code: string) => {
    await server.database.query("update operator_account set bank_code = $1 where purpose = 'deposit'", [
      code,
    ])
    await server.operator.reload()
  }
  let before: string
  beforeAll(async () => {
    before = server.transferEvent(await server.member(), '1.00').to.bankCode
    await server.database.query(
      "insert into bank (code, name_th, name_en, position) values ('TTB', 'ทหารไทยธนชาต', 'TMBThanachart', 99)",
    )
    await server.operator.reload()
    await setBank('TTB')
  })
  afterAll(() => setBank(before))
  beforeEach(async () => {
    member = await server.member({ bankCode: 'TTB' })
  })

  /** As the gateway reads it: each bank under the one symbol that is ours. */
  const asRead = (event: FeedEvent): FeedEvent => ({
    ...event,
    from: { ...event.from, bankCode: 'TMB' },
    to: { ...event.to, bankCode: 'TMB' },
  })

  it('is the member’s and ours in the feed', async () => {
    const event = asRead(server.transferEvent(member, '10.00'))
    expect(await server.credit(event)).toBe('credited')
    expect(await server.credit(event)).toBe('known')
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it('and on a slip, which is used once', async () => {
    const event = asRead(server.transferEvent(member, '10.00', { transRef: newTransRef() }))
    server.gateways.bank.transfers.set(event.transRef, event)
    for (let times = 0; times < 2; times += 1) {
      await server.database.query(
        "insert into slip (reference, member_id, sending_bank, trans_ref) values ($1, $2, '011', $3)",
        [newTransRef(), member.id, event.transRef],
      )
      await server.judgeSlips()
    }
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
    const { slips } = await server.give(listSlips, { body: { page: 1, limit: 10 }, token: member.token })
    expect(slips.map(({ note }) => note).sort()).toEqual(['', 'SLIP_REFNO_DUPLICATED'])
  })

  it('gets a transfer once, whichever symbol it was listed by when it came first', async () => {
    const event = asRead(server.transferEvent(member, '10.00'))
    await setBank('TMB')
    expect(await server.credit(event)).toBe('credited')
    await setBank('TTB')
    expect(await server.credit(event)).toBe('known')
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it('gets a transfer once that waits under the other symbol when a slip proves whose it is', async () => {
    const event = asRead(server.transferEvent(member, '10.00'))
    await setBank('TMB')
    await server.database.query("update operator_account set mode = 'MANUAL' where purpose = 'deposit'")
    await server.operator.reload()
    expect(await server.credit(event)).toBe('unmatched')
    await setBank('TTB')
    const prove = () =>
      server.database.transaction((tx) =>
        creditProven({ ...tx, asked }, server.operator.current(), event, member.id),
      )
    expect(await prove()).toBe('credited')
    expect(await prove()).toBe('known')
    const kept = await server.database.query('select state from bank_event where trans_ref = $1', [
      event.transRef,
    ])
    expect(kept).toEqual([{ state: 'credited' }])
    await server.database.query("update operator_account set mode = 'AUTO' where purpose = 'deposit'")
    await server.operator.reload()
    expect(await server.credit(event)).toBe('known')
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it.each(['a plain transfer', 'a payment by code'])(
    'gets %s once that is taken in by two at once, one of which has not heard of the new symbol',
    async (what) => {
      const after = server.operator.current()
      const accounts = after.accounts.map((one) => ({ ...one, bankCode: 'TMB' }))
      const before: OperatorState = { ...after, accounts }
      const [plain, reference] = [asRead(server.transferEvent(member, '10.00')), newTransRef()]
      await server.database.query(
        `insert into qr_code (id, member_id, provider, reference, account_id, amount_minor, payload, state, expires_at)
         values ($1, $2, 'test', $1, $3, 1000, '', 'open', now() + interval '1 hour')`,
        [reference, member.id, findOperatorAccount(after, plain.to)?.id],
      )
      const event = what === 'a payment by code' ? { ...plain, type: 'qr', reference } : plain
      const { later, first } = await server.database.transaction(async (tx) => {
        const credited = await creditEvent({ ...tx, asked }, before, event, 'webhook')
        const other = server.database.transaction((otherTx) =>
          creditEvent({ ...otherTx, asked }, after, event, 'poll'),
        )
        await expect.poll(() => server.database.query(WAITING)).toHaveLength(1)
        return { first: credited, later: other }
      })
      expect([first, await later]).toEqual(['credited', 'known'])
      expect(await server.balance(member)).toBe(parseDecimal('10.00'))
    },
  )

  it('is nobody’s for certain where two have one account under two of its symbols', async () => {
    const event = asRead(server.transferEvent(member, '10.00'))
    const other = await server.member({ bankCode: 'TMB' })
    await server.database.query('update member set bank_account_no = $2 where id = $1', [
      other.id,
      member.bankAccountNo,
    ])
    expect(await server.credit(event)).toBe('unmatched')
  })
})
