// What the server answers about bonuses, friends, refunds and the wheel.
import { ago, answers, inMinutes } from './answers.ts'

export const bonuses = (received: readonly unknown[] = []) => ({
  bonuses: [
    bonusOf('WELCOME100', 'limit', 'ต้อนรับสมาชิกใหม่ 100%', received),
    bonusOf('DAILY10', 'day', 'โบนัสรายวัน 10%', []),
    bonusOf('WEEK20', 'week', 'โบนัสรายสัปดาห์ 20% สำหรับสมาชิกที่ฝากครบทุกวัน', []),
  ],
})

function bonusOf(code: string, type: string, title: string, received: readonly unknown[]) {
  return {
    code,
    type,
    maxReceived: 1,
    percentFail: 10,
    banners: [
      {
        image: '/art/banner-bonus.svg',
        html: `<h3>${title}</h3><p>ฝากครั้งถัดไปตั้งแต่ 100 บาท รับเพิ่มสูงสุด 1,000 บาท รับได้ครั้งเดียวต่อสมาชิก</p><p>ถอนได้เมื่อยอดเงินทั้งหมดถึง 300% ของยอดตั้งต้น</p>`,
      },
    ],
    userBonus: received.length > 0 ? { _id: `u-${code}`, isActive: false, received } : null,
  }
}

/** The first of them is in play, and with that received. */
export function bonusesWithActive() {
  const { bonuses: all } = bonuses([{ updatedAt: ago(60) }])
  return {
    bonuses: all.map((one, index) =>
      index === 0 && one.userBonus ? { ...one, userBonus: { ...one.userBonus, isActive: true } } : one,
    ),
  }
}

/** Of 500 that were deposited: begun with at 5,000, it ends at three times that. The total is that of all slots and the wallet. */
export const runningBonus = {
  status: true,
  type: 'bonus',
  state: 'running',
  code: 'WELCOME100',
  description: 'โบนัสต้อนรับสมาชิกใหม่ 100%',
  percentFail: 10,
  bonus: 500,
  base: 5_000,
  total: 6_854,
  successAt: 15_000,
  failAt: 500,
}

/** What is left of it when the play went badly. */
export const lostBonus = { ...runningBonus, total: 5.5 }

const slices = [
  ['CASH10', '10 บาท', '#F2C14E', '#2A1E00', 12],
  ['NONE1', 'ไม่ได้รางวัล', '#17121F', '#ADA2C2', 24],
  ['COIN1', '1 เหรียญ', '#4A2F7A', '#FFFFFF', 16],
  ['BONUS50', 'โบนัส 50', '#2B1F45', '#F5F1FA', 8],
  ['CASH20', '20 บาท', '#F9E7B8', '#3A2800', 6],
  ['NONE2', 'ไม่ได้รางวัล', '#17121F', '#ADA2C2', 24],
  ['CASH500', '500 บาท', '#B3202E', '#FFFFFF', 0.5],
  ['COIN2', '2 เหรียญ', '#6B46A8', '#FFFFFF', 9.5],
] as const
export const wheel = (userCoin = 3, left?: number) =>
  answers({
    name: 'กงล้อกระเป๋าทอง',
    slices: slices.map(([code, label, bgColor, textColor, odds]) => ({
      code,
      label,
      bgColor,
      textColor,
      htmlDescription: code.startsWith('NONE')
        ? '<p>ครั้งนี้ยังไม่ได้รางวัล ลองใหม่ได้เลย</p>'
        : `<p>เมื่อกดรับคูปอง <strong>${label}</strong> จะเข้ากระเป๋าทันที รับได้ภายใน 7 วัน</p>`,
      odds,
    })),
    userCoin,
    earning: { each: 100, perDay: 10, left },
  })

const prizes = [
  ['เงินรางวัล 20 บาท', '20 บาท', 20, 'money'],
  ['เหรียญหมุนวงล้อ 2 เหรียญ', '2 เหรียญ', 2, 'coins'],
  ['โบนัสวงล้อ 50 บาท สำหรับสมาชิกที่ฝากครบ', 'โบนัส 50', 50, 'bonus'],
  ['เงินรางวัล 1,000,000 บาท', '1,000,000 บาท', 1_000_000, 'money'],
] as const
export const coupons = () => ({
  coupons: prizes.map(([name, slice, amount, kind], index) => ({
    _id: `c-${index}`,
    prize: { name, slice },
    amount,
    kind,
    expiresAt: inMinutes(9_000),
    ...(kind === 'bonus' && { success: 150, fail: 10 }),
  })),
})

const bannerWords = {
  invite: ['<h3>ชวนเพื่อนมาเล่นด้วยกัน</h3><p>รับโบนัสทุกครั้งที่เพื่อนฝากครั้งแรก</p>', '<p>ยิ่งชวนมาก ยิ่งได้มาก ไม่มีขั้นต่ำ</p>'],
  refund: [
    '<h3>คืนยอดเสีย 5% ทุกสัปดาห์</h3><p>คิดจากยอดเสียสุทธิของสัปดาห์ที่แล้ว รวมทุกเกม</p>',
    '<p>กดรับยอดคืนได้เอง ไม่มีขั้นต่ำ</p>',
  ],
} as const
export const banners = (kind: keyof typeof bannerWords) => ({
  banners: bannerWords[kind].map((html, index) => ({
    image: index === 0 ? `/art/banner-${kind}.svg` : '/art/banner-promotion.svg',
    html,
  })),
})
export const noBanners = answers({ banners: [] })

/** A refund that waits to be received, and one that was. */
export const waiting = {
  result: true,
  bonus: false,
  info: '<p>คืนยอดเสีย 5% ของสัปดาห์ที่แล้ว รับได้ถึงวันอาทิตย์</p>',
  refundAmount: 325.5,
  refundSuccess: 150,
  refundFail: 10,
  refundCollected: 40,
}
