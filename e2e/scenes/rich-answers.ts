// What the server answers in every scene that does not want it otherwise: all calls that fill a screen.

import { lineQR } from '../operator/answers.ts'
import {
  type Answers,
  ago,
  answers,
  bankAccount,
  bankName,
  clauses,
  depositAccounts,
  kbank,
  profile,
  scb,
  slips,
  slots,
  statements,
  wallet,
} from './answers.ts'
import { banners, bonuses, coupons, waiting, wheel } from './reward-answers.ts'

export const richAnswers = (): Answers => ({
  'GET /wallet': wallet(),
  'GET /wallet/refresh/slot': answers({ slots: slots(), failed: [] }),
  'GET /account/profile': answers({ profile, bankAccount }),
  'GET /lookup/banks': answers({
    banks: [
      { code: 'KTB', ...bankName },
      { code: 'KBANK', ...kbank },
      { code: 'SCB', ...scb },
    ],
  }),
  'GET /lookup/deposit': answers(depositAccounts),
  'GET /lookup/withdraw': answers({ withdrawMin: 100, withdrawMax: 50_000 }),
  'GET /lookup/conditions': answers({ conditions: clauses(6) }),
  'GET /lookup/agreements': answers({ agreements: clauses(4) }),
  'GET /lookup/contact': answers({
    contactText: '<p>ทีมงานพร้อมช่วยเหลือคุณตลอด 24 ชั่วโมง ทุกวัน ไม่มีวันหยุด</p>',
    lineLink: 'https://line.example/kapao',
    lineName: '@kapao',
    lineQR,
  }),
  'GET /lookup/notice': answers({
    notice: '<p>เมื่อยอดเงินทั้งหมดเหลือไม่เกิน %percentFail%% ของยอดตั้งต้น ยกเลิกโบนัสได้ฟรี</p>',
  }),
  'GET /wallet/account/{code}': answers({ username: 'kpth81723645', password: 'Lt9-wq2-Zk4m', event: null }),
  'POST /statement': answers({ total: 95, statements: statements() }),
  'POST /statement/slip': answers({ total: 25, slips: slips() }),
  'GET /bonus': answers(bonuses([{ updatedAt: ago(60) }])),
  'GET /spinwheel/setup': wheel(),
  'GET /spinwheel/coupon': answers(coupons()),
  'GET /invite/banners': answers(banners('invite')),
  'GET /refund/banners': answers(banners('refund')),
  'POST /invite': answers({
    total: 23,
    invites: [
      { from: { name: 'สมชาย ใจ…' }, amount: 50, createdAt: ago(400) },
      { from: { name: 'ວິໄລ…' }, amount: 0, createdAt: ago(4_000), depositedAt: ago(3_000) },
      { from: { name: 'Alexandra Constantinopolou-W…' }, amount: 1_234_567.5, createdAt: ago(40_000) },
    ],
  }),
  'POST /refund': answers({
    total: 12,
    refunds: [
      { refundAmount: 12.5, createdAt: ago(4_000), isAdded: false },
      { refundAmount: 98_765.25, createdAt: ago(14_000), isAdded: true },
    ],
  }),
  'GET /refund/check': answers(waiting),
})
