import { createQr, getQr } from '@kapao/contract/qrcode'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { until } from '../../test/chat.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  vi.restoreAllMocks()
  member = await server.member()
})

const create = (amount: number, key?: string, provider = 'KBANK') =>
  server.ask(createQr, {
    params: { provider },
    body: { amount },
    token: member.token,
    ...(key !== undefined && { key }),
  })
const ask = () => server.ask(getQr, { params: { provider: 'KBANK' }, token: member.token })

async function live(amount: number): Promise<string> {
  const made = await create(amount)
  if (!made.ok || !made.answer.hasQrcode) throw new Error('no code was made')
  return made.answer.qrcodeId
}

/** How often a code has been looked for since. */
function countLooks() {
  const asked = vi.spyOn(server.database, 'query')
  return () => asked.mock.calls.filter(([text]) => /from qr_code/.test(text)).length
}

it('a new code asked for five times at once leaves one live', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(100)))
  // Each was live once, and shown.
  for (const answer of answers) expect(answer).toMatchObject({ ok: true, answer: { hasQrcode: true } })
  const rows = await server.database.query(
    "select 1 from qr_code where member_id = $1 and state in ('making', 'open')",
    [member.id],
  )
  expect(rows).toHaveLength(1)
  expect(await ask()).toMatchObject({ answer: { hasQrcode: true } })
})

it('a new code that comes while another is being made waits for it', async () => {
  const bank = server.gateways.bank
  const openQr = bank.openQr.bind(bank)
  let second: ReturnType<typeof create> | undefined
  bank.openQr = async (order) => {
    bank.openQr = openQr
    second = create(200)
    await new Promise((resolve) => setTimeout(resolve, 300))
    return openQr(order)
  }
  expect(await create(100)).toMatchObject({ answer: { hasQrcode: true } })
  expect(await second).toMatchObject({ answer: { hasQrcode: true, amount: parseDecimal('200.00') } })
  expect(await ask()).toMatchObject({ answer: { amount: parseDecimal('200.00') } })
})

it('a new code is waited for by who asks for the one before it, and not told as none', async () => {
  const first = await live(100)
  const bank = server.gateways.bank
  const openQr = bank.openQr.bind(bank)
  let asked: ReturnType<typeof ask> | undefined
  bank.openQr = async (order) => {
    bank.openQr = openQr
    const looks = countLooks()
    asked = ask()
    await until(() => looks() >= 2, 'it waits')
    return openQr(order)
  }
  const second = await live(200)
  expect(second).not.toBe(first)
  expect(await asked).toMatchObject({ answer: { hasQrcode: true, qrcodeId: second } })
})

it('a new code that its process has died over is waited for by nobody, and not called expired', async () => {
  await live(100)
  await server.database.query(
    "update qr_code set state = 'making', created_at = now() - interval '11 seconds' where member_id = $1",
    [member.id],
  )
  const looks = countLooks()
  const asked = await ask()
  expect(asked).toMatchObject({ answer: { hasQrcode: false } })
  expect(asked).not.toHaveProperty('answer.status')
  expect(looks()).toBe(1)
})

it('a new code that comes while another takes too long to be made cancels that one, which is told so with a code that has a text', async () => {
  const bank = server.gateways.bank
  const openQr = bank.openQr.bind(bank)
  let second: unknown
  bank.openQr = async (order) => {
    bank.openQr = openQr
    await server.database.query(
      "update qr_code set created_at = created_at - interval '10 seconds' where id = $1",
      [order.orderId],
    )
    second = await create(200)
    return openQr(order)
  }
  expect(await create(100)).toMatchObject({
    status: 200,
    answer: { hasQrcode: false, message: 'QR_FAIL', status: 'CANCELLED' },
  })
  expect(second).toMatchObject({ answer: { hasQrcode: true, amount: parseDecimal('200.00') } })
})

it('a new code is one code for one intent, however often it is sent', async () => {
  const key = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(100, key)))
  const ids = answers.map((answer) => (answer.ok && answer.answer.hasQrcode ? answer.answer.qrcodeId : null))
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).not.toBeNull()
  expect(answers.filter((answer) => answer.isReplay)).toHaveLength(4)
  expect(await create(101, key)).toMatchObject({ status: 409, message: 'KEY_INVALID' })
  expect(await create(100, key, 'WW')).toMatchObject({ status: 409, message: 'KEY_INVALID' })
})
