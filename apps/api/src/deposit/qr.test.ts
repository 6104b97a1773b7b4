import { cancelQr, createQr, getQr, qrProviders } from '@kapao/contract/qrcode'
import { Resvg } from '@resvg/resvg-js'
import jsqr from 'jsqr'
import { parse } from 'promptparse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.gateways.bank.qrOutcome = { kind: 'confirmed' }
  member = await server.member()
})

const create = (provider: string, amount: unknown, key?: string, token = member.token) =>
  server.ask(createQr, { params: { provider }, body: { amount }, token, ...(key !== undefined && { key }) })
const ask = (provider: string, token = member.token) => server.ask(getQr, { params: { provider }, token })
const cancel = (provider: string, qrcodeId: string, token = member.token) =>
  server.ask(cancelQr, { params: { provider }, body: { qrcodeId }, token })

async function live(provider: string, amount = 100) {
  const answer = await server.give(createQr, { params: { provider }, body: { amount }, token: member.token })
  if (!answer.hasQrcode) throw new Error('no code was made')
  return answer
}

/** Draws the SVG as a screen would and reads it as a phone would. */
function scan(svg: string): string | undefined {
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: 400 }, background: 'white' }).render()
  return jsqr.default(new Uint8ClampedArray(image.pixels), image.width, image.height)?.data
}

const orderOf = (qrcodeId: string) => server.gateways.bank.qrs.get(qrcodeId)

describe.each(qrProviders)('a code of %s', (provider) => {
  it('is read by a phone, and says whom to pay, how much and for what', async () => {
    const made = await live(provider, 123.45)
    const order = orderOf(made.qrcodeId)
    const text = scan(made.qrcode)
    expect(text).toBe(order?.payload)
    const read = parse(text ?? '', true)
    const account = server.operator.current().accounts.find((one) => one.qrProvider === provider)
    expect(read?.getTagValue('30', '00')).toBe('A000000677010112')
    expect(read?.getTagValue('30', '01')).toBe(account?.billerId)
    expect(read?.getTagValue('30', '02')).toBe(order?.reference)
    expect(read?.getTagValue('53')).toBe('764')
    expect(read?.getTagValue('54')).toBe('123.45')
    expect(read?.getTagValue('58')).toBe('TH')
    expect(order).toMatchObject({
      provider,
      amount: parseDecimal('123.45'),
      currency: 'THB',
      to: { bankCode: account?.bankCode, bankAccountNo: account?.accountNo },
    })
  })

  it('says its amount, when it ends and that it is open, and is shown again as it is', async () => {
    const made = await live(provider, 250)
    expect(made).toMatchObject({ amount: parseDecimal('250.00'), status: 'OPEN' })
    const minutes = (Date.parse(made.expireIn) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(await ask(provider)).toMatchObject({ answer: made })
  })

  it('is cancelled by its owner, here and at the bank', async () => {
    const { qrcodeId } = await live(provider)
    expect(await cancel(provider, qrcodeId)).toMatchObject({ answer: { message: 'SUCCESS' } })
    expect(await ask(provider)).toMatchObject({ answer: { hasQrcode: false, status: 'CANCELLED', qrcodeId } })
    expect(server.gateways.bank.cancelledQrs).toContain(qrcodeId)
    expect(await cancel(provider, qrcodeId)).toMatchObject({ status: 404, message: 'NO_DATA' })
  })
})

describe('the smallest amount', () => {
  it.each([
    ['KBANK', 0.99, 1],
    ['WW', 99.99, 100],
    ['PAYTIMZ', 9.99, 10],
  ])('of %s: %d is too little, %d is enough', async (provider, below, minimum) => {
    expect(await create(provider, below)).toMatchObject({
      status: 400,
      message: 'TRANSFER_MINIMUM',
      details: { field: 'amount', min: minimum },
    })
    expect(await ask(provider)).toMatchObject({ answer: { hasQrcode: false } })
    expect(await create(provider, minimum)).toMatchObject({ answer: { hasQrcode: true } })
  })

  it.each([0, -1, 1.005, 100_000_000.01, '100', null, undefined])('is never %s', async (amount) => {
    expect(await create('KBANK', amount)).toMatchObject({ ok: false, message: 'TRANSFER_MINIMUM' })
  })
})

describe('no code', () => {
  it('is there before one was made', async () => {
    expect(await ask('KBANK')).toMatchObject({ ok: true, answer: { hasQrcode: false, message: '' } })
  })

  it('is there any more after its time, nor is it called anything but expired', async () => {
    const { qrcodeId } = await live('KBANK')
    await server.database.query(`update qr_code set expires_at = now() - interval '1 second' where id = $1`, [
      qrcodeId,
    ])
    expect(await ask('KBANK')).toMatchObject({ answer: { hasQrcode: false, status: 'EXPIRED', qrcodeId } })
  })

  it.each(['NOPE', 'kbank', 'SCB', '__proto__'])('exists for %s', async (provider) => {
    expect(await ask(provider)).toMatchObject({ status: 404, message: 'NO_DATA' })
    expect(await create(provider, 100)).toMatchObject({ status: 404, message: 'NO_DATA' })
    expect(await cancel(provider, 'AAAAAAAAAAAA')).toMatchObject({ status: 404, message: 'NO_DATA' })
  })

  it.each([
    ['refused', { ok: true, answer: { hasQrcode: false, message: 'QR_FAIL' } }],
    ['unknown', { status: 400, message: 'QR_FAIL' }],
  ] as const)('is made when what the provider answers is %s', async (kind, answered) => {
    server.gateways.bank.qrOutcome = { kind, reason: 'LIMIT' }
    expect(await create('WW', 100)).toMatchObject(answered)
    expect(await ask('WW')).toMatchObject({ ok: true, answer: { hasQrcode: false, message: '' } })
    expect(await ask('WW')).not.toHaveProperty('answer.status')
    server.gateways.bank.qrOutcome = { kind: 'confirmed' }
    expect(await create('WW', 100)).toMatchObject({ answer: { hasQrcode: true } })
  })
})

describe('a new code', () => {
  it('replaces the live one of its provider, here and at the bank', async () => {
    const first = await live('KBANK', 100)
    const second = await live('KBANK', 200)
    expect(second.qrcodeId).not.toBe(first.qrcodeId)
    expect(orderOf(second.qrcodeId)?.reference).not.toBe(orderOf(first.qrcodeId)?.reference)
    expect(server.gateways.bank.cancelledQrs).toContain(first.qrcodeId)
    expect(await ask('KBANK')).toMatchObject({ answer: { qrcodeId: second.qrcodeId } })
    expect(await cancel('KBANK', first.qrcodeId)).toMatchObject({ message: 'NO_DATA' })
  })

  it('leaves those of other providers and members alone', async () => {
    const ww = await live('WW')
    await live('KBANK')
    expect(await ask('WW')).toMatchObject({ answer: { qrcodeId: ww.qrcodeId } })
    const other = await server.member()
    await create('WW', 100, undefined, other.token)
    expect(await ask('WW')).toMatchObject({ answer: { qrcodeId: ww.qrcodeId } })
  })

  it('may be tried again with the same intent after the provider refused', async () => {
    const key = crypto.randomUUID()
    server.gateways.bank.qrOutcome = { kind: 'refused', reason: 'LIMIT' }
    expect(await create('KBANK', 100, key)).toMatchObject({ answer: { hasQrcode: false } })
    server.gateways.bank.qrOutcome = { kind: 'confirmed' }
    expect(await create('KBANK', 100, key)).toMatchObject({ ok: true, isReplay: false })
  })
})

describe('cancelling', () => {
  it('another member’s code is refused and does nothing', async () => {
    const { qrcodeId } = await live('KBANK')
    const other = await server.member()
    expect(await cancel('KBANK', qrcodeId, other.token)).toMatchObject({ status: 404, message: 'NO_DATA' })
    expect(await ask('KBANK')).toMatchObject({ answer: { hasQrcode: true, qrcodeId } })
  })

  it('by another provider’s address is refused', async () => {
    const { qrcodeId } = await live('KBANK')
    expect(await cancel('WW', qrcodeId)).toMatchObject({ message: 'NO_DATA' })
  })

  it('takes the id from the query too, for bodies that get lost', async () => {
    const { qrcodeId } = await live('KBANK')
    const answer = await server.app.inject({
      method: 'DELETE',
      url: `/api/qrcode/KBANK?qrcodeId=${encodeURIComponent(qrcodeId)}`,
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    })
    expect(answer.json()).toEqual({ message: 'SUCCESS' })
    expect(await ask('KBANK')).toMatchObject({ answer: { hasQrcode: false } })
    const next = await live('KBANK')
    const emptied = await server.app.inject({
      method: 'DELETE',
      url: `/api/qrcode/KBANK?qrcodeId=${encodeURIComponent(next.qrcodeId)}`,
      headers: { authorization: `Bearer ${member.token}`, 'x-requested-with': 'kapao' },
      payload: {},
    })
    expect(emptied.json()).toEqual({ message: 'SUCCESS' })
  })
})

it('in Laos a code is a LAO QR in the member’s currency, for what its coins can pay', async () => {
  const lao = await startTestServer('la')
  try {
    for (const [currency, numeric] of [
      ['LAK', '418'],
      ['BAHT', '764'],
    ] as const) {
      const amount = lao.operator.current().qrMin.PAYTIMZ?.[currency]
      if (amount === undefined) throw new Error('the region has no minimum')
      const { token } = await lao.member({ currency })
      const odd = { params: { provider: 'PAYTIMZ' }, body: { amount: parseDecimal('100000.50') }, token }
      expect(await lao.ask(createQr, odd)).toMatchObject(
        currency === 'LAK' ? { message: 'TRANSFER_MINIMUM', details: { field: 'amount' } } : { ok: true },
      )
      const made = await lao.give(createQr, { params: { provider: 'PAYTIMZ' }, body: { amount }, token })
      const text = made.hasQrcode ? scan(made.qrcode) : undefined
      const order = made.hasQrcode ? lao.gateways.bank.qrs.get(made.qrcodeId) : undefined
      expect(text).toBe(order?.payload)
      const read = parse(text ?? '', true)
      expect(read?.getTagValue('38', '00')).toBe('A005266284662577')
      expect(read?.getTagValue('62', '01')).toBe(order?.reference)
      expect(read?.getTagValue('53')).toBe(numeric)
      expect(parseDecimal(read?.getTagValue('54') ?? '')).toBe(amount)
      expect(order?.currency).toBe(currency)
    }
  } finally {
    await lao.stop()
  }
})
