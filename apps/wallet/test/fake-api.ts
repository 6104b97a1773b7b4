/**
 * A scripted API that speaks only the wire, for trying the wallet and its errors without a server. `PORT` (15180) serves /api. A phone ending
 * in a digit below makes the call go wrong as named; any other number succeeds. The OTP is always 123456.
 * POST /script {path, status, body, delayMs} scripts the next answer of one path; a body that is a string is sent as it is.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

interface Scripted {
  readonly status: number
  readonly body: unknown
  readonly delayMs: number
}

type Fields = ReadonlyMap<string, unknown>
type Handler = (body: Fields) => Scripted

const scripts = new Map<string, Scripted>()
const ok = (body: unknown): Scripted => ({ status: 200, body, delayMs: 150 })
const refuse = (status: number, message: string, extra: object = {}): Scripted => ({
  status,
  body: { message, requestId: 'fake-0a1b2c3d4e', ...extra },
  delayMs: 150,
})
const always =
  (body: unknown): Handler =>
  () =>
    ok(body)
const endsIn = (value: unknown, digit: string) => typeof value === 'string' && value.endsWith(digit)

const profile = {
  _id: 'p-1001',
  name: 'สมหญิง ใจดี',
  username: '0812345678',
  coin: 3,
  createdAt: '2026-11-01T03:04:05.000Z',
}
const bankAccount = {
  bankCode: 'KBANK',
  bankAccountName: 'SOMYING JAIDEE',
  bankAccountNo: '9990001112',
  bank: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
}

const wheelSlices = ['20 บาท', 'ໝຸນອີກຄັ້ງ', 'Free bonus on the next deposit', '100 บาท', 'ไม่ได้รางวัล'].map(
  (label, index) => ({
    code: `S${index}`,
    label,
    bgColor: ['#f2c14e', '#17121f', '#4a2f7a', '#8a5200', '#6b1f3f'][index],
    textColor: index === 0 ? '#2a1e00' : '#ffffff',
    htmlDescription: '<p>รับได้ภายใน <strong>7 วัน</strong></p>',
    odds: 20,
  }),
)

const handlers: Readonly<Record<string, Handler>> = {
  'GET /lookup/active': always({ terminated: '' }),
  'GET /lookup/registerOTP': always({ registerOTP: true }),
  'GET /lookup/info': always({ name: 'Kapao', website: 'https://kapao.example' }),
  'GET /lookup/banks': always({
    banks: [
      { code: 'BBL', nameTH: 'ธนาคารกรุงเทพ', nameEN: 'Bangkok Bank' },
      { code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
      { code: 'KTB', nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank' },
      { code: 'BCEL', nameTH: 'ธนาคารการค้าต่างประเทศลาว', nameEN: 'BCEL', nameLA: 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ' },
    ],
  }),
  'GET /lookup/sources': always({ sources: [{ code: 'FB', description: 'Facebook' }] }),
  'GET /lookup/conditions': always({ conditions: ['<h3>ข้อ 1</h3><p>โอนจากบัญชีที่ลงทะเบียนเท่านั้น</p>'] }),
  'GET /lookup/contact': always({
    contactText: '<p>ทีมงานพร้อมดูแลคุณ <strong>ตลอด 24 ชั่วโมง</strong></p>',
    lineLink: 'https://line.example/kapao',
    lineName: '@kapao',
    lineQR: '/icon.svg',
  }),
  'POST /login': (body) => {
    if (endsIn(body.get('password'), 'wrong')) return refuse(401, 'WRONG_CREDENTIAL')
    return ok({ token: 'fake-token' })
  },
  'POST /otp/send': (body) => {
    const phone = body.get('phoneNumber')
    if (endsIn(phone, '1')) return refuse(409, 'EXISTING_USER')
    if (endsIn(phone, '2')) return refuse(429, 'REQUEST_LIMIT_1MIN', { retryAfter: 42 })
    if (endsIn(phone, '3')) return ok({ otpRef: 'ABCD', otpToken: 'token', code: 'OTP_VERIFIED' })
    return ok({ otpRef: 'ABCD', otpToken: 'token', code: 'OK' })
  },
  'POST /otp/verify': (body) =>
    body.get('otpCode') === '123456' ? ok({ code: 'OTP_CODE_VALID' }) : refuse(400, 'OTP_CODE_INVALID'),
  'POST /account/validate': (body) =>
    endsIn(body.get('username'), '4') ? refuse(403, 'UNVERIFIED_OTP') : ok({ message: 'OK' }),
  'POST /account': (body) =>
    endsIn(body.get('bankAccountNo'), '1') ? refuse(409, 'EXISTING_BANK') : ok({ message: 'SUCCESS' }),
  'GET /account/profile': always({ profile, bankAccount }),
  'GET /wallet': always({
    profile,
    bankAccount,
    wallet: { amount: 1234.5, currency: 'THB' },
    invite: { amount: 0, success: 300, fail: 10 },
    slots: [],
  }),
  'GET /spinwheel/active': always({ isActive: true }),
  'GET /spinwheel/setup': always({ name: 'วงล้อนำโชค', slices: wheelSlices, userCoin: 3 }),
  'POST /spinwheel/spin': always({
    success: true,
    result: { code: 'S3', label: '100 บาท', remainingCoin: 2 },
  }),
  'GET /spinwheel/coupon': always({
    coupons: [{ _id: 'c-1', prize: { name: 'เงินรางวัล 20 บาท', slice: '20 บาท' }, amount: 20, kind: 'money' }],
  }),
  'POST /spinwheel/coupon/claim': always({ success: true, amount: 20 }),
  'POST /statement': always({ total: 0, statements: [] }),
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  const text = Buffer.concat(parts).toString()
  const json: unknown = text === '' ? {} : JSON.parse(text)
  return new Map(Object.entries(typeof json === 'object' && json !== null ? json : {}))
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://fake').pathname
  const body = await bodyOf(request)
  if (path === '/script') {
    scripts.set(String(body.get('path')), {
      status: Number(body.get('status') ?? 200),
      body: body.get('body'),
      delayMs: Number(body.get('delayMs') ?? 0),
    })
    response.end()
    return
  }
  const call = path.replace(/^\/api/, '')
  const scripted = scripts.get(call)
  scripts.delete(call)
  const handler = handlers[`${request.method} ${call}`]
  const given = scripted ?? handler?.(body) ?? refuse(404, 'NO_DATA')
  setTimeout(() => {
    response.writeHead(given.status, {
      'Content-Type': 'application/json',
      'X-Request-Id': 'fake-0a1b2c3d4e',
    })
    response.end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body))
  }, given.delayMs)
}

const port = Number(process.env.PORT ?? 15180)
createServer((request, response) => {
  answer(request, response).catch((failure: unknown) => {
    response.writeHead(500).end(String(failure))
  })
}).listen(port, '127.0.0.1')
