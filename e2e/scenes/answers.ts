// What the server answers in the scenes about members and their money: of everything as much as a member who has played for months may have, with names and amounts as
// long as they come.
import type { Trouble } from '../operator/server.ts'

export type Answers = Readonly<Record<string, Trouble>>

export const answers = (body: unknown): Trouble => ({ body })
export const refuses = (message: string, status = 400): Trouble => ({ status, body: { message } })
export const never: Trouble = { holds: true }
export const broken: Trouble = { status: 502, type: 'text/html', body: '<html>Bad gateway</html>' }

/** A call that works, and what others answer before and after it. */
export function changing(call: string, answer: unknown, before: Answers, after: Answers): Answers {
  let isDone = false
  const make = () => {
    isDone = true
    return answer
  }
  const told = (trouble: Trouble | undefined) =>
    typeof trouble?.body === 'function' ? trouble.body() : trouble?.body
  const changed = Object.fromEntries(
    Object.keys(after).map((other): [string, Trouble] => [
      other,
      { body: () => told(isDone ? after[other] : before[other]) },
    ]),
  )
  return { ...before, ...changed, [call]: { body: make } }
}

const MINUTE_MS = 60_000
/** Times are told by the clock of who looks: the pictures of two days differ in nothing else. */
export const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()
export const inMinutes = (minutes: number) => ago(-minutes)

const games = [
  ['PG', 'Lotus Lantern', 'slot', 1250.25],
  ['BETFLIX', 'Ember Reels', 'slot', 0],
  ['AREASLOT', 'Ringed Planet', 'slot', 0],
  ['JOKER2', 'Merry Mask', 'slot', 32.5],
  ['PGSLOT', 'Seven Springs', 'slot', 0],
  ['ASKMEBET', 'Velvet Table', 'casino', 8],
  ['CIRCUS', 'Grand Big Top', 'casino', 0],
  ['UFABET', 'Kick-off Stand', 'sport', 0],
  ['HUAYHD', 'Lucky Globe', 'lotto', 450],
] as const

/** Where there is money there is an account. */
export function slots(factor = 1) {
  return games.map(([code, name, category, amount]) => ({
    code,
    name,
    category,
    logo: `/art/game-${code.toLowerCase()}-logo.svg`,
    background: `/art/game-${code.toLowerCase()}-bg.svg`,
    // In whole hundredths, as the wire has it.
    amount: Math.round(amount * factor * 100) / 100,
    isActive: amount > 0,
    ftWalletSlot: code === 'JOKER2' ? 10 : 1,
    web: 'https://play.example/',
    android: code === 'PG' ? 'https://play.example/android' : null,
    ios: code === 'PG' ? 'https://play.example/ios' : null,
  }))
}

export const bankName = { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank', nameLA: 'ທະນາຄານກຸງໄທ' }
export const profile = {
  _id: 'k7Qm2xV9',
  name: 'มะลิ ใจดี',
  username: '0812345678',
  coin: 3,
  createdAt: '2026-03-09T03:04:05.000Z',
}
export const bankAccount = {
  bankCode: 'KTB',
  bankAccountName: 'MALI JAIDEE',
  bankAccountNo: '9990001112',
  bank: bankName,
}

/** As long as anybody's are. */
export const longProfile = {
  ...profile,
  name: 'พระพิชัยสงครามรามภักดี ณ อยุธยาศรีสุวรรณภูมิพิพัฒน์',
}
export const longBankAccount = {
  ...bankAccount,
  bankAccountName: 'PHRAPHICHAISONGKHRAM RAMPHAKDI NA AYUTTHAYA SRISUWANNAPHUM',
  bank: {
    nameTH: 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร',
    nameEN: 'Bank for Agriculture and Agricultural Cooperatives',
    nameLA: 'ທະນາຄານເພື່ອການກະເສດ ແລະ ສະຫະກອນການກະເສດ',
  },
}

export function wallet(changes: Readonly<Record<string, unknown>> = {}): Trouble {
  return answers({
    profile,
    bankAccount,
    wallet: { amount: 4820.75, currency: 'THB' },
    invite: { amount: 150, success: 200, fail: 10 },
    slots: slots(),
    ...changes,
  })
}

const account = (bankCode: string, bankType: string, mode: string, bankAccountNo: string, bank: unknown) => ({
  bankCode,
  bankType,
  mode,
  bankAccountName: 'บริษัท กระเป๋า จำกัด',
  bankAccountNo,
  currency: 'THB',
  bank,
})
export const kbank = { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank', nameLA: 'ທະນາຄານກະສິກອນໄທ' }
export const scb = { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLA: 'ທະນາຄານໄທພານິດ' }
export const depositAccounts = {
  banks: [
    account('SCB', 'BANK', 'AUTO', '9991000002', scb),
    account('KBANK', 'BANK', 'AUTO', '9991000001', kbank),
    account('KBANK', 'QR', 'AUTO', '9991000003', kbank),
    account('WW', 'QR', 'AUTO', '9991000004', { nameTH: 'WW', nameEN: 'WW' }),
    account('PAYTIMZ', 'QR', 'AUTO', '9991000005', { nameTH: 'PAYTIMZ', nameEN: 'PAYTIMZ' }),
  ],
  wallets: [{ walletAccountName: 'บริษัท กระเป๋า จำกัด', walletAccountNo: '0700000001', mode: 'AUTO' }],
  isManual: false,
}

/** Made anew for each answer: their times are told from now. */
const kinds = () =>
  [
    ['deposit', 'SUCCESS', 'BANK', 'WALLET', 500, {}],
    ['bonus', 'SUCCESS', 'SYSTEM', 'WALLET', 500, { bonus: { description: 'โบนัสต้อนรับสมาชิกใหม่ 100%' } }],
    ['transfer', 'SUCCESS', 'WALLET', 'Lotus Lantern', 1250.25, {}],
    ['withdraw', 'PENDING', 'WALLET', 'BANK', 1_000, { payout: { sentAt: ago(2_134) } }],
    ['transfer', 'FAILED', 'Merry Mask', 'WALLET', 320, {}],
    [
      'finish_bonus',
      'SUCCESS',
      'SYSTEM',
      'WALLET',
      120.5,
      { promotion: { description: 'สงกรานต์ชุ่มฉ่ำ รับเพิ่ม 20%' } },
    ],
    [
      'withdraw',
      'SUCCESS',
      'WALLET',
      'BANK',
      98_765_432.1,
      { payout: { sentAt: ago(4_234), endedAt: ago(4_233) } },
    ],
    ['bonus', 'SUCCESS', 'SYSTEM', 'WALLET', 20, { luckydraw: { description: 'เงินรางวัล 20 บาท' } }],
    ['withdraw', 'FAILED', 'WALLET', 'BANK', 50, { payout: { sentAt: ago(5_634), endedAt: ago(4_000) } }],
    ['deposit', 'SUCCESS', 'BANK', 'WALLET', 100, {}],
  ] as const
export const statements = () =>
  kinds().map(([statementType, status, from, to, amount, linked], index) => ({
    _id: `s-${index}`,
    statementType,
    status,
    from,
    to,
    amount,
    createdAt: ago(35 + index * 700),
    ...linked,
  }))

const slipStates = [
  ['PROCESSING', '', 0],
  ['SUCCESS', '', 500],
  ['FAILED', 'DEST_ACC_INVALID', 98_765_432.1],
  ['FAILED', 'TRIPPLE_WRONG_CAPTCHA', 0],
  ['FAILED', 'EXPIRED_SLIP', 120],
] as const
export const slips = () =>
  slipStates.map(([status, note, amount], index) => ({
    _id: `sl-${index}`,
    createdAt: ago(4 + index * 400),
    amount,
    status,
    note,
    link: '',
    reference: `slip-${index}`,
  }))

export const clauses = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<h3>${index + 1}. การฝากและถอนเงิน</h3><p>ฝากได้จากบัญชีธนาคารที่ลงทะเบียนไว้เท่านั้น เงินเข้ากระเป๋าภายในประมาณ 1 นาที หากเกินเวลาให้ส่งสลิปภายใน 1 ชั่วโมง</p><ul><li>ชื่อบัญชีต้องตรงกับที่ลงทะเบียน</li><li>ถอนเงินได้เมื่อครบเงื่อนไขโบนัส</li></ul>`,
  )
export const qr = () => ({
  qrcodeId: 'qr-1',
  hasQrcode: true,
  qrcode: checkered(),
  amount: 500,
  expireIn: inMinutes(9.6),
  message: '',
})

/** Nothing that a bank could read, but as dense. */
function checkered(): string {
  let path = ''
  for (let y = 0; y < 37; y += 1) {
    for (let x = 0; x < 37; x += 1) if ((x * 7 + y * 13 + x * y) % 5 < 2) path += `M${x} ${y}h1v1h-1z`
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 45 45"><path fill="#fff" d="M-4-4h45v45h-45z"/><path d="${path}"/></svg>`
}
