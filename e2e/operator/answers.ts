// What an operator's own server answers when all is well: the wire and nothing more, no field or header that only our server has.
export const TOKEN = 'operators-own-token-0123456789'

const profile = {
  _id: 'm-1',
  name: 'มะลิ ใจดี',
  username: '0812345678',
  coin: 3,
  createdAt: '2026-11-01T03:04:05.000Z',
}
const bank = { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank' }
const bankAccount = { bankCode: 'KTB', bankAccountName: 'มะลิ ใจดี', bankAccountNo: '9990001112', bank }
const qrcode =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h3v3H1zM6 6h3v3H6z"/></svg>'
/** The black of a code that reads https://line.me/R/ti/p/@kapao, row by row. */
const lineRows = [
  'M4 4.5h7m3 0h3m1 0h1m1 0h1m1 0h7M4 5.5h1m5 0h1m2 0h2m2 0h2m3 0h1m5 0h1',
  'M4 6.5h1m1 0h3m1 0h1m4 0h1m2 0h1m3 0h1m1 0h3m1 0h1',
  'M4 7.5h1m1 0h3m1 0h1m1 0h1m2 0h3m4 0h1m1 0h3m1 0h1',
  'M4 8.5h1m1 0h3m1 0h1m1 0h2m1 0h1m2 0h3m1 0h1m1 0h3m1 0h1',
  'M4 9.5h1m5 0h1m7 0h1m1 0h1m1 0h1m5 0h1M4 10.5h7m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h7',
  'M14 11.5h1m1 0h1m2 0h2M4 12.5h2m3 0h3m1 0h1m2 0h3m5 0h2',
  'M5 13.5h1m1 0h3m3 0h1m1 0h1m1 0h4m2 0h5M4 14.5h1m1 0h2m2 0h2m2 0h1m1 0h1m2 0h2m4 0h1m1 0h2',
  'M4 15.5h1m3 0h2m3 0h1m2 0h1m1 0h1m1 0h6m2 0h1M6 16.5h3m1 0h2m1 0h1m1 0h1m2 0h3m1 0h2m4 0h1',
  'M4 17.5h1m1 0h1m6 0h1m1 0h1m1 0h1m1 0h2m2 0h1m3 0h1',
  'M4 18.5h1m1 0h1m2 0h2m1 0h3m2 0h5m1 0h3m1 0h2',
  'M4 19.5h1m1 0h4m1 0h2m1 0h1m1 0h1m6 0h1m1 0h2m1 0h1',
  'M4 20.5h1m3 0h1m1 0h2m1 0h1m2 0h3m1 0h5m1 0h1M12 21.5h2m1 0h1m2 0h1m1 0h1m3 0h1',
  'M4 22.5h7m1 0h1m1 0h2m1 0h2m1 0h1m1 0h1m1 0h1m3 0h1',
  'M4 23.5h1m5 0h1m1 0h1m1 0h3m2 0h2m3 0h1m2 0h2M4 24.5h1m1 0h3m1 0h1m2 0h5m1 0h6m1 0h2',
  'M4 25.5h1m1 0h3m1 0h1m2 0h1m1 0h1m1 0h2m2 0h2m4 0h2',
  'M4 26.5h1m1 0h3m1 0h1m3 0h1m1 0h3m1 0h1m4 0h2m1 0h1',
  'M4 27.5h1m5 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h5m3 0h1',
  'M4 28.5h7m1 0h1m1 0h4m1 0h2m1 0h1m2 0h1m2 0h1',
]
/** With as many squares of white around it; a reader needs four. */
export function qrWith(margin: number): string {
  const side = 25 + 2 * margin
  const view = `${4 - margin} ${4 - margin} ${side} ${side}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" shape-rendering="crispEdges"><path stroke="#000" d="${lineRows.join('')}"/></svg>`
}
export const lineQR = `data:image/svg+xml,${encodeURIComponent(qrWith(4))}`
const game = (code: string, name: string, category: string, isActive: boolean) => ({
  code,
  name,
  category,
  logo: '/icon.svg',
  background: '/icon.svg',
  amount: isActive ? 20 : 0,
  isActive,
  ftWalletSlot: 1,
  web: null,
  android: null,
  ios: null,
})
export const slots = [
  game('PG', 'Lotus Lantern', 'slot', true),
  game('JOKER2', 'Night Market', 'slot', false),
  { ...game('ASKMEBET', 'Silk Table', 'lotto', true), amount: 0 },
  game('UFABET', 'Goal Line', 'sport', false),
  game('HUAYHD', 'Lucky Draw', 'lotto', false),
]
/** With these game accounts. */
export const walletWith = (games: readonly object[]) => ({
  profile,
  bankAccount,
  wallet: { amount: 1234.5 },
  invite: { amount: 50, success: 200, fail: 10 },
  slots: games,
})
const soon = () => new Date(Date.now() + 10 * 60_000).toISOString()
const message = (text: string) => ({ message: text })

/** By `METHOD /path`, with `{name}` where the path has a parameter. */
export const goodAnswers: Readonly<Record<string, () => unknown>> = {
  'GET /lookup/banks': () => ({ banks: [{ code: 'KTB', ...bank }] }),
  'GET /lookup/sources': () => ({ sources: [{ code: 'FB', description: 'Facebook' }] }),
  // No currency is named, as with the wallet: it is the country's.
  'GET /lookup/deposit': () => ({
    banks: [
      {
        bankCode: 'KBANK',
        bankType: 'QR',
        mode: 'AUTO',
        bankAccountName: 'KAPAO CO LTD',
        bankAccountNo: '9990002223',
        bank: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
      },
      {
        bankCode: 'KTB',
        bankType: 'BANK',
        mode: 'AUTO',
        bankAccountName: 'KAPAO CO LTD',
        bankAccountNo: '9990003334',
        bank,
      },
    ],
    wallets: [{ walletAccountName: 'KAPAO', mode: 'AUTO' }],
    isManual: false,
  }),
  'GET /lookup/conditions': () => ({ conditions: ['<p>ข้อ 1</p>'] }),
  'GET /lookup/agreements': () => ({ agreements: ['<p>ข้อ 1</p>'] }),
  'GET /lookup/info': () => ({ name: 'Operator', website: 'https://operator.example' }),
  'GET /lookup/notice': () => ({ notice: '<p>%percentFail%</p>' }),
  'GET /lookup/contact': () => ({
    contactText: '<p>ตลอด 24 ชั่วโมง</p>',
    lineLink: 'https://line.example/operator',
    lineName: '@operator',
    lineQR,
  }),
  'GET /lookup/withdraw': () => ({ withdrawMin: 100, withdrawMax: 50_000 }),
  'GET /lookup/slip': () => ({ isActive: true }),
  'GET /lookup/active': () => ({ terminated: false }),
  'GET /lookup/registerOTP': () => ({ registerOTP: true }),
  'GET /lookup/enableChatWidget': () => ({ enableChatWidget: false }),
  'POST /login': () => ({ token: TOKEN }),
  'POST /otp/send': () => ({ otpRef: 'ABCD', otpToken: 'otp-token', code: 'OK' }),
  'POST /otp/verify': () => ({ code: 'OTP_CODE_VALID' }),
  'POST /account/validate': () => message('OK'),
  'POST /account': () => message('SUCCESS'),
  'GET /account/profile': () => ({ profile, bankAccount }),
  'PUT /account/profile': () => message('SUCCESS'),
  'PUT /account/bankAccountName': () => message('SUCCESS'),
  'PUT /account/changepwd': () => message('SUCCESS'),
  'GET /wallet': () => walletWith(slots),
  'GET /wallet/refresh/slot': () => ({ slots, failed: [] }),
  'GET /wallet/activate/{code}': () => message('SUCCESS'),
  'GET /wallet/account/{code}': () => ({ username: 'op0001', password: 'game-secret', event: null }),
  'GET /wallet/resetpassword/{code}': () => message('SUCCESS'),
  'POST /wallet/add': () => message('SUCCESS'),
  'POST /wallet/transfer': () => message('SUCCESS'),
  'POST /wallet/transferAll': () => message('SUCCESS'),
  'POST /wallet/withdraw': () => message('SUCCESS'),
  'POST /wallet/withdrawAll': () => message('SUCCESS'),
  'POST /wallet/slip': () => ({ message: 'SUCCESS', reference: 'slip-1' }),
  'POST /wallet/truelink': () => ({ message: 'SUCCESS', amount: 20 }),
  'GET /qrcode/{provider}': () => ({ hasQrcode: false, message: '' }),
  'POST /qrcode/{provider}': () => ({
    qrcodeId: 'qr-1',
    hasQrcode: true,
    qrcode,
    amount: 100,
    expireIn: soon(),
    message: '',
  }),
  'DELETE /qrcode/{provider}': () => message('SUCCESS'),
  'GET /autoLogin/{provider}/{username}': () => ({ link: '/icon.svg' }),
  'GET /autoLogin/{provider}/{username}/{password}': () => ({ link: '/icon.svg' }),
  'POST /invite': () => ({
    total: 1,
    invites: [{ from: { name: 'สม…' }, amount: 50, createdAt: '2026-11-02T03:04:05.000Z' }],
  }),
  'GET /invite/bonus': () => ({ message: 'INVITE_BONUS_SUCCESS', amount: 50 }),
  'GET /invite/banners': () => ({ banners: [] }),
  'POST /refund': () => ({ total: 1, refunds: [{ refundAmount: 5, createdAt: '2026-11-02T03:04:05.000Z' }] }),
  'GET /refund/check': () => ({
    result: true,
    bonus: false,
    info: '<p>5 %</p>',
    refundAmount: 25,
    refundSuccess: 100,
    refundFail: 10,
  }),
  'GET /refund/receive': () => message('REFUND_SUCCESS'),
  'GET /refund/addWallet': () => ({ message: 'REFUND_SUCCESS', amount: 25 }),
  'GET /refund/banners': () => ({ banners: [] }),
  'GET /bonus': () => ({
    bonuses: [
      {
        code: 'B1',
        type: 'day',
        maxReceived: 1,
        percentFail: 10,
        banners: [{ image: '/icon.svg', html: '<h3>โบนัสรายวัน</h3>' }],
        userBonus: null,
      },
    ],
  }),
  'GET /bonus/activate/{code}': () => message('SUCCESS'),
  'GET /bonus/check/active': () => ({ status: false, type: '' }),
  'GET /bonus/check/minimum': () => ({ status: false, amount: 0 }),
  'GET /bonus/clear': () => message('BONUS_CLEAR'),
  'GET /promotion/current': () => ({ promotion: null }),
  'GET /promotion/find/{code}': () => ({ code: 'SONGKRAN', percentFail: 10, description: 'สงกรานต์' }),
  'GET /promotion/activate/{code}': () => message('SUCCESS'),
  'POST /statement': () => ({
    total: 1,
    statements: [
      {
        _id: 's-1',
        statementType: 'deposit',
        status: 'SUCCESS',
        from: 'BANK',
        to: 'WALLET',
        amount: 100,
        createdAt: '2026-11-02T03:04:05.000Z',
      },
    ],
  }),
  'POST /statement/slip': () => ({
    total: 1,
    slips: [
      {
        _id: 'sl-1',
        createdAt: '2026-11-02T03:04:05.000Z',
        amount: 100,
        status: 'FAILED',
        note: 'EXPIRED_SLIP',
        link: '',
        reference: 'slip-1',
      },
    ],
  }),
  'GET /statement/slip/reference/{reference}': () => ({ url: '/icon.svg' }),
  'GET /spinwheel/setup': () => ({
    name: 'กงล้อ',
    slices: ['A', 'B', 'C', 'D'].map((code, index) => ({
      code,
      label: `รางวัล ${index + 1}`,
      bgColor: index % 2 === 0 ? '#3a2563' : '#8a5a00',
      textColor: '#ffffff',
      htmlDescription: `<p>รางวัล ${index + 1}</p>`,
    })),
    userCoin: 3,
  }),
  'POST /spinwheel/spin': () => ({
    success: true,
    result: { code: 'B', label: 'รางวัล 2', remainingCoin: 2 },
  }),
  'GET /spinwheel/coupon': () => ({
    coupons: [{ _id: 'c-1', prize: { name: 'เงินรางวัล', slice: 'รางวัล 2' }, amount: 20 }],
  }),
  'POST /spinwheel/coupon/claim': () => ({ success: true, amount: 20 }),
  'GET /spinwheel/active': () => ({ isActive: true }),
  'GET /chat/config': () => ({ PREFIX: 'op-' }),
  'POST /chat/send-message': () => ({ timestamp: new Date().toISOString() }),
  'POST /chat/history': () => ({ history: [] }),
  'POST /chat/upload-image': () => ({ path: '/icon.svg' }),
  'POST /chat/upload-video': () => ({ path: '/icon.svg' }),
  'PUT /chat/read-customer/': () => message('SUCCESS'),
  'POST /chat/rating': () => message('SUCCESS'),
}
