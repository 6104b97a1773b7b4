import { listStatements } from '@kapao/contract/statement'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let other: TestMember

beforeAll(async () => {
  server = await startTestServer()
  member = await server.member()
  other = await server.member()
  for (let baht = 1; baht <= 25; baht += 1) {
    await server.payIn(member, `${baht}.00`)
    if (baht % 5 === 0) await server.payIn(other, `${baht}000.00`)
  }
})
afterAll(() => server.stop())

const page = (number: unknown, limit: unknown, token = member.token) =>
  server.ask(listStatements, { body: { page: number, limit }, token })

async function amounts(number: number, limit: number): Promise<readonly bigint[]> {
  const answer = await page(number, limit)
  return answer.ok ? answer.answer.statements.map((row) => row.amount / 100n) : []
}

describe('the statement', () => {
  it('comes in pages, newest first, with the number of all', async () => {
    expect(await page(1, 10)).toMatchObject({ ok: true, answer: { total: 25 } })
    expect(await amounts(1, 10)).toEqual([25n, 24n, 23n, 22n, 21n, 20n, 19n, 18n, 17n, 16n])
    expect(await amounts(2, 10)).toEqual([15n, 14n, 13n, 12n, 11n, 10n, 9n, 8n, 7n, 6n])
    expect(await amounts(3, 10)).toEqual([5n, 4n, 3n, 2n, 1n])
  })

  it('ends with an empty page', async () => {
    expect(await page(4, 10)).toMatchObject({ ok: true, answer: { total: 25, statements: [] } })
    expect(await page(1_000_000, 100)).toMatchObject({ ok: true, answer: { total: 25, statements: [] } })
  })

  it('shows every row once over its pages, each by an id of its own', async () => {
    const rows = []
    for (const number of [1, 2, 3, 4]) {
      const answer = await page(number, 7)
      if (answer.ok) rows.push(...answer.answer.statements)
    }
    expect(new Set(rows.map((row) => row._id)).size).toBe(25)
  })

  it('says of a deposit where it came from and when', async () => {
    const answer = await page(1, 1)
    const [row] = answer.ok ? answer.answer.statements : []
    expect(row).toMatchObject({ statementType: 'deposit', status: 'SUCCESS', from: 'BANK', to: 'WALLET' })
    expect(Math.abs(Date.parse(row?.createdAt ?? '') - Date.now())).toBeLessThan(60_000)
    expect(row?.createdAt).toMatch(/Z$/)
  })

  it('never misses a row when a new one arrives between two pages', async () => {
    const first = await amounts(1, 5)
    await server.payIn(member, '26.00')
    const second = await amounts(2, 5)
    expect([...new Set([...first, ...second])]).toEqual([25n, 24n, 23n, 22n, 21n, 20n, 19n, 18n, 17n])
  })

  it('shows nobody else’s rows', async () => {
    const answer = await page(1, 100, other.token)
    expect(answer).toMatchObject({ answer: { total: 5 } })
    const rows = answer.ok ? answer.answer.statements : []
    expect(rows.map((row) => row.amount / 100_000n)).toEqual([25n, 20n, 15n, 10n, 5n])
  })

  it('of a new member is empty', async () => {
    const fresh = await server.member()
    expect(await page(1, 10, fresh.token)).toMatchObject({ answer: { total: 0, statements: [] } })
  })
})

it.each([
  [0, 10],
  [-1, 10],
  [1.5, 10],
  ['1', 10],
  [null, 10],
  [undefined, 10],
  [1_000_001, 10],
  [1, 0],
  [1, 101],
  [1, -5],
  [1, 2.5],
  [1, '10'],
  [1, undefined],
  [{}, []],
])('page %s of %s rows is no page', async (number, limit) => {
  expect(await page(number, limit)).toMatchObject({ status: 400, message: 'BAD_REQUEST' })
})
