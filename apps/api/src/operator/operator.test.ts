// How a process follows what the operator changes while it runs.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { type Operator, openOperator } from './operator.ts'

let test: TestDatabase
let database: Database
let operator: Operator
const onError = vi.fn()

beforeAll(async () => {
  test = await createTestDatabase('th')
  database = openDatabase(test.url, 4)
  operator = await openOperator(database, onError)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

it('follows a change at once, and keeps its last good state when one makes no sense', async () => {
  await database.query(`update operator_setting set value = '"Purse"' where name = 'name'`)
  await expect.poll(() => operator.current().name).toBe('Purse')
  const before = operator.current()
  expect(onError).not.toHaveBeenCalled()

  await database.query(`update operator_setting set value = '"soon"' where name = 'qrMinutes'`)
  await expect.poll(() => onError.mock.calls.length).toBeGreaterThan(0)
  expect(String(onError.mock.calls[0]?.[0])).toContain('qrMinutes')
  expect(operator.current()).toEqual(before)

  await database.query("update operator_setting set value = '20' where name = 'qrMinutes'")
  await expect.poll(() => operator.current().qrMinutes).toBe(20)
})

it('ends with the newest settings, even when an earlier read of them was the slower one', async () => {
  const gate = Promise.withResolvers<void>()
  let isGated = false
  const slow: Database = {
    ...database,
    listen: async () => {},
    async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
      const waits = isGated && text.includes('operator_setting')
      if (waits) isGated = false
      const rows = await database.query<Row>(text, values)
      if (waits) await gate.promise
      return rows
    },
  }
  const watched = await openOperator(slow, onError)
  isGated = true
  const earlier = watched.reload()
  await database.query("update operator_setting set value = '25' where name = 'qrMinutes'")
  const later = watched.reload()
  // Time enough for the later read to end first, if it does not wait for its turn.
  for (let turn = 0; turn < 20; turn += 1) await database.query('select 1')
  gate.resolve()
  await Promise.all([earlier, later])
  expect(watched.current().qrMinutes).toBe(25)
})

it('reads a change again that could not be had when it was told of, and no change for a second time that makes no sense', async () => {
  let isBusy = false
  let reads = 0
  const told: string[] = []
  const busy: Database = {
    ...database,
    async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
      if (text.includes('operator_setting')) reads += 1
      // As the pool says it, all of whose connections are taken.
      if (isBusy) throw new Error('timeout exceeded when trying to connect')
      return await database.query<Row>(text, values)
    },
  }
  const watched = await openOperator(busy, (error) => told.push(String(error)), 10)
  isBusy = true
  await database.query("update operator_setting set value = '30' where name = 'qrMinutes'")
  await expect.poll(() => told.length).toBeGreaterThan(2)
  expect(watched.current().qrMinutes).not.toBe(30)
  isBusy = false
  await expect.poll(() => watched.current().qrMinutes).toBe(30)

  await database.query(`update operator_setting set value = '"soon"' where name = 'qrMinutes'`)
  await expect.poll(() => told.at(-1)).toContain('qrMinutes')
  const readOnce = reads
  for (let turn = 0; turn < 20; turn += 1) await database.query('select pg_sleep(0.005)')
  expect(reads).toBe(readOnce)
  await database.query("update operator_setting set value = '20' where name = 'qrMinutes'")
  await expect.poll(() => watched.current().qrMinutes).toBe(20)
})

it.each(['before', 'after'])('knows of what is changed just %s it reads for the first time', async (when) => {
  const change = () => database.query("update operator_setting set value = '35' where name = 'qrMinutes'")
  let isFirst = true
  const late: Database = {
    ...database,
    async listen(channel, listener) {
      const heard = Promise.withResolvers<void>()
      await database.listen(channel, (payload) => {
        listener(payload)
        heard.resolve()
      })
      told = heard.promise
    },
    async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
      const isOf = isFirst && text.includes('operator_setting')
      if (isOf) isFirst = false
      if (isOf && when === 'before') await change()
      const rows = await database.query<Row>(text, values)
      if (isOf && when === 'after') await change()
      // The first read ends when it has been heard of.
      if (isOf) await told
      return rows
    },
  }
  let told: Promise<void> = Promise.resolve()
  const watched = await openOperator(late, onError)
  await expect.poll(() => watched.current().qrMinutes).toBe(35)
  await database.query("update operator_setting set value = '20' where name = 'qrMinutes'")
})

it('an account is automatic however its mode is written, to all who read it', async () => {
  const modes = () => {
    const { accounts, wallets } = operator.current()
    return [...new Set([...accounts, ...wallets].map(({ mode }) => mode))]
  }
  const write = (mode: string) =>
    database.transaction(async (tx) => {
      await tx.query('update operator_account set mode = $1', [mode])
      await tx.query('update operator_wallet set mode = $1', [mode])
    })
  for (const [written, read] of [
    ['Manual', 'Manual'],
    ['Auto', 'AUTO'],
  ] as const) {
    await write(written)
    await expect.poll(modes).toEqual([read])
  }
})

describe('a QR account', () => {
  const offered = () =>
    operator.current().accounts.filter(({ purpose, isOffered }) => purpose === 'qr' && isOffered).length

  it('for which no code can be written, or without a least amount, is offered to nobody, and the others are', async () => {
    const all = offered()
    onError.mockClear()
    const [account] = await database.query<{ id: bigint; billerId: string }>(
      "select id, biller_id from operator_account where qr_provider = 'KBANK'",
    )
    const write = (billerId: string) =>
      database.query('update operator_account set biller_id = $2 where id = $1', [account?.id, billerId])
    await write('12345')
    await expect.poll(offered).toBe(all - 1)
    expect(operator.unread()).toBe(1)
    expect(String(onError.mock.calls[0]?.[0])).toContain('a biller id is 15 digits')
    await write(account?.billerId ?? '')
    await expect.poll(offered).toBe(all)
    await database.query("update operator_setting set value = value - 'WW' where name = 'qrMin'")
    await expect.poll(offered).toBe(all - 1)
    expect(operator.unread()).toBe(0)
  })
})
