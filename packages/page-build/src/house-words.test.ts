import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts, type TextLocale, textSources } from './text-files.ts'

const apps = join(import.meta.dirname, '..', '..', '..', 'apps')

function textsIn(locale: TextLocale): [key: string, text: string][] {
  return ['wallet', 'desk'].flatMap((app) =>
    textSources(join(apps, app, 'src')).flatMap(({ name, files }) =>
      [...readTexts(files[locale])].map(([key, text]): [string, string] => [`${app} ${name}.${key}`, text]),
    ),
  )
}

/** Without the signs that hold its words together. */
const plain = (text: string) => text.replaceAll('\u2060', '')

/** What the house says instead: one word for one thing, so that a player meets it again on the next screen. */
const instead: readonly (readonly [TextLocale, unwanted: RegExp, wanted: string])[] = [
  ['th', /คิวอาร์/, 'QR'],
  ['th', /ไลน์(?<!ออฟไลน์|ออนไลน์)/, 'LINE'],
  ['th', /พนักงาน/, 'เจ้าหน้าที่'],
  ['th', /ค่าแนะนำเพื่อน/, 'โบนัสแนะนำเพื่อน'],
  ['th', /แตะ/, 'กด'],
  ['th', /ล็อกอิน|ล็อคอิน/, 'เข้าสู่ระบบ'],
  ['th', /สลีป|ใบโอน/, 'สลิป'],
  ['th', /กรุณาใส่/, 'กรุณากรอก'],
  ['th', /ประวัติ/, 'รายการเคลื่อนไหว'],
  ['th', /จบเงื่อนไขได้ฟรี|ยกเลิกฟรี/, 'โดยไม่หักเงิน'],
  ['th', /การกระทำ/, 'กิจกรรม'],
  ['th', /ค่ะ|คะ(?!แนน)|ครับ/, 'no particle: the app has no gender'],
  ['la', /ລ່າສຸດ/, 'ຫຼ້າສຸດ'],
  ['la', /ຄ່າຍ(?!ເງິນ)/, 'ຜູ້ໃຫ້ບໍລິການເກມ'],
  ['la', /ເທື່ອ/, 'ຄັ້ງ'],
  ['la', /ຂອງເຈົ້າ(?!ໜ້າທີ່)/, 'ຂອງທ່ານ'],
  ['la', /ຄ່າແນະນຳໝູ່/, 'ໂບນັດແນະນຳໝູ່'],
  ['la', /ເນັດ(?<!ອິນເຕີເນັດ)/, 'ອິນເຕີເນັດ'],
  ['la', /ຈົບເງື່ອນໄຂໄດ້ຟຣີ|ຍົກເລີກຟຣີ/, 'ໂດຍບໍ່ຫັກເງິນ'],
  ['la', /ການກະທຳ/, 'ກິດຈະກຳ'],
  ['la', /ແຕະ/, 'ກົດ'],
  ['la', /ທີ່ນີ້/, 'ຢູ່ນີ້'],
  ['th', /ร้อยละ/, '%'],
  ['la', /ປ້ອນ/, 'ໃສ່'],
  ['la', /ຕົງກັນ/, 'ກົງກັນ'],
  ['la', /ໜ້າຖັດໄປ/, 'ໜ້າຕໍ່ໄປ'],
  ['la', /ວອລເລັດ|ວໍເລ໋ດ/, 'ວໍເລັດ'],
  ['la', /ໃບໂອນ/, 'ສະລິບ'],
  ['la', /ປະຫວັດ/, 'ລາຍການເຄື່ອນໄຫວ'],
  ['la', /ໂອນຍ້າຍ/, 'ໂຍກເງິນ'],
  ['la', /ບໍ່$(?<=ນີ້ບໍ່)/, 'ບໍ, for a question'],
  ['la', / (ແລະ|ຫຼື)[^ ]|[^ ](ແລະ) /, 'a space on both sides of ແລະ and ຫຼື'],
  ['en', /\bcustomer service\b|\badministrator\b|\bslip upload\b/i, 'support'],
  ['en', /\bnever (?:costs|paid) twice\b/, 'what another server keeps too: look first'],
  ['th', /ไม่เสียเหรียญซ้ำ|ไม่รับซ้ำ/, 'what another server keeps too: look first'],
  ['la', /ບໍ່ເສຍຫຼຽນຊ້ຳ|ບໍ່ໄດ້ຮັບຊ້ຳ/, 'what another server keeps too: look first'],
  ['en', /\bask an admin\b/, 'whoever runs the server: accounts are its command’s alone'],
  ['th', /(ติดต่อ|จาก)ผู้ดูแล(?!เซิร์ฟเวอร์)/, 'ผู้ดูแลเซิร์ฟเวอร์'],
  ['la', /(ຕິດຕໍ່|ຈາກ)ຜູ້ດູແລ(?!ເຊີບເວີ)/, 'ຜູ້ດູແລເຊີບເວີ'],
  ['en', /\blast week\b|\bweek ends\b/i, 'the period: an operator may refund the losses of a day, too'],
  ['th', /จบสัปดาห์|สัปดาห์ที่แล้ว/, 'รอบ'],
  ['la', /ຈົບອາທິດ|ອາທິດແລ້ວ/, 'ຮອບ'],
  ['en', /\bhave a bonus in play\b/, 'an active bonus: one that waits for its deposit counts, too'],
  ['th', /โบนัสที่ใช้อยู่|^ใช้อยู่/, 'ค้างอยู่, as it may wait for its deposit: กำลังใช้ is what is in play'],
  ['la', /ໂບນັດທີ່ໃຊ້ຢູ່|^ໃຊ້ຢູ່/, 'ຄ້າງຢູ່, as it may wait for its deposit: ກຳລັງໃຊ້ is what is in play'],
  ['th', /หักคืน|หักเงินโบนัสคืน/, 'หัก: คืน is what is given back'],
  ['la', /ຫັກຄືນ|ຫັກເງິນໂບນັດຄືນ/, 'ຫັກ: ຄືນ is what is given back'],
  ['en', /\{(count|coins|score|seconds)\}\s[a-z]+s\b/, 'a plural, which has a text for one'],
  ['la', /ບໍ່ເສຍ/, 'ບໍ່ຫາຍ: ເສຍ is what is lost at play'],
  ['th', /ระบบนับ|อยู่ในยอดเงินอยู่แล้ว/, 'what happens to the money, in words that people say'],
  ['la', /ລະບົບນັບ|ຢູ່ໃນຍອດເງິນຢູ່ແລ້ວ/, 'what happens to the money, in words that people say'],
  ['la', /ຫາກ(?!ໍ)/, 'ຖ້າ'],
  ['en', /\b(is|That is) no (readable|phone)\b/, 'isn’t a'],
  ['en', /^There is no more$|^How did we help you|^Never here$|^Here \{/, 'what people say: read it aloud'],
  ['en', /\bCollect all\b/, 'Bring back, as the sheet that it opens'],
  ['en', /\bjackpot\b|\bhurry\b|\bwin big\b/i, 'nothing that urges to play'],
]

test.each(instead)('in %s nothing says %s, but: %s', (locale, unwanted) => {
  expect(textsIn(locale).filter(([, text]) => unwanted.test(plain(text)))).toEqual([])
})

/** What an operator's first texts say instead: players read them among the wallet's own. */
const insteadInSeeds: readonly (readonly ['th' | 'la', unwanted: RegExp, wanted: string])[] = [
  ['th', /ค่าแนะนำเพื่อน/, 'โบนัสแนะนำเพื่อน'],
  ['th', /คิวอาร์/, 'QR'],
  ['th', /ไลน์(?<!ออฟไลน์|ออนไลน์)/, 'LINE'],
  ['th', /พนักงาน/, 'เจ้าหน้าที่'],
  ['th', /เติมเข้ากระเป๋า/, 'เพิ่มเข้ากระเป๋า, as the button'],
  ['la', /ບໍ່ເສຍ/, 'ບໍ່ຫາຍ: ເສຍ is what is lost at play'],
  ['th', /อ่านฉบับใหม่/, 'that it can be read at any time: no page knows that the agreement was changed'],
  ['th', /เหรียญใหม่มากับ/, 'nothing that urges to deposit'],
  ['la', /ຫຼຽນໃໝ່ມາກັບ/, 'nothing that urges to deposit'],
  ['la', /ອ່ານສະບັບໃໝ່/, 'that it can be read at any time: no page knows that the agreement was changed'],
  ['la', /ຄ່າແນະນຳໝູ່/, 'ໂບນັດແນະນຳໝູ່'],
  ['la', /ເທື່ອ(?!ລະຂັ້ນ)/, 'ຄັ້ງ, as the wallet around them'],
  ['la', /ຮ້ອຍລະ|ເປີເຊັນ/, '%'],
  ['th', /หักคืน/, 'หัก: คืน is what is given back'],
  ['la', /ຫັກຄືນ/, 'ຫັກ: ຄືນ is what is given back'],
  ['th', /กดรับคูปองแล้ว/, 'เมื่อกดรับคูปอง … จะ: the money is not paid yet'],
  ['la', /ກົດຮັບຄູປອງແລ້ວ/, 'ເມື່ອກົດຮັບຄູປອງ … ຈະ: the money is not paid yet'],
]

test.each(insteadInSeeds)("in %s no operator's first text says %s, but: %s", (locale, unwanted) => {
  const files = [join('regions', `${locale}.yaml`), join('src', 'desk', 'canned-seeds.ts')]
  const lines = files.flatMap((file) => readFileSync(join(apps, 'api', file), 'utf8').split('\n'))
  expect(lines.filter((line) => unwanted.test(line))).toEqual([])
})

/** What the sandbox says instead: whoever plays with it has the wallet open beside it. */
const insteadInSandbox: readonly (readonly [unwanted: RegExp, wanted: string])[] = [
  [/ທ່ານເສຍ|'ເສຍ'|ຫຼື ເສຍ/, 'ແພ້'],
  [/wallet link/, 'wallet gift link'],
  [/is no payment|has not that many/, 'isn’t a payment, doesn’t have that many'],
  [/วอลเล็ท/, 'วอลเล็ต'],
  [/คิวอาร์/, 'QR'],
  [/ท่าน(?!ั้น)/, 'คุณ'],
  [/ເຊີເວີ/, 'ເຊີບເວີ'],
  [/ໂອນສຳເລັດ|ໂອນອອກ|ປະຕິເສດການໂອນ/, 'ໂຍກເງິນ, between the wallet and a game'],
  [/aria-label="Language"/, 'the word of the page’s own language'],
]

test.each(insteadInSandbox)('the sandbox does not say %s, but: %s', (unwanted) => {
  const folder = join(apps, 'sandbox', 'src')
  const files = globSync(['*/*-texts.ts', 'language.ts'], { cwd: folder })
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  expect(lines.length).toBeGreaterThan(500)
  expect(lines.filter((line) => unwanted.test(line))).toEqual([])
})

test.each(['th', 'la', 'en'] as const)(
  'nobody is shouted at in %s, and spaces and dots are set alike',
  (locale) => {
    const loud = textsIn(locale).filter(([, text]) => /!|\.\.\.| …|^ | $| {2}/.test(text))
    expect(loud).toEqual([])
  },
)

test.each(['th', 'la', 'en'] as const)(
  'what is told in %s of money whose way is not known yet is one thing a line',
  (locale) => {
    const unknown = textsIn(locale).filter(([key]) => / (transfer|withdraw)\.unknown$/.test(key))
    expect(unknown.map(([, text]) => text.split('\n').length)).toEqual([4, 4])
  },
)

test.each(['th', 'la', 'en'] as const)(
  'what went wrong is told in %s in so few words that it can be read',
  (locale) => {
    const longest = textsIn(locale).filter(([key, text]) => key.includes('errors.') && text.length > 175)
    expect(longest).toEqual([])
  },
)

test.each([
  ['th', 'กำลังใช้'],
  ['la', 'ກຳລັງໃຊ້'],
  ['en', 'in play'],
] as const)('in %s only a bonus that runs holds a withdrawal: %s', (locale, running) => {
  const held = textsIn(locale).filter(([key]) => / (withdraw\.hold|howto\.wallet-3)$/.test(key))
  expect(held.filter(([, text]) => plain(text).includes(running))).toHaveLength(2)
})

test.each(['th', 'la', 'en'] as const)(
  'nobody reads BAHT in %s, which is the spelling of the wire alone',
  (locale) => {
    expect(textsIn(locale).filter(([, text]) => text.includes('BAHT'))).toEqual([])
  },
)

test.each([
  ['th', /ของยอดหลังรับ/],
  ['la', /ຂອງຍອດຫຼັງຮັບ/],
  ['en', /cancel once .* of that/],
] as const)('whoever may cancel without loss reads in %s of what the percentage is: %s', (locale, whole) => {
  const free = textsIn(locale).filter(([key]) => / (invite|refund)\.confirm-fail$/.test(key))
  expect(free.filter(([, text]) => whole.test(plain(text)))).toHaveLength(2)
})

test.each(['th', 'la', 'en'] as const)(
  'a limit that stands in a text itself has no empty decimals in %s, as those that are put into one',
  (locale) => {
    expect(textsIn(locale).filter(([, text]) => /\d\.00(?!\d)/.test(plain(text)))).toEqual([])
  },
)
