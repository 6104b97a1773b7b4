/**
 * Thai and Lao are written without spaces, and browsers find their words in ICU's dictionaries. What is not in there they break wherever they can: ໂຫຼດ and
 * โปรโมชั่น before their last consonant, loanwords after any syllable. What is read as one word (ตรวจสอบ) they break between its parts. A word joiner at
 * each of those places keeps the word on one line.
 */

const WORD_JOINER = '\u2060'

/** With a bar wherever the dictionary would let a line end; what holds another of the list comes before it. */
const lao = [
  'ກ່ອນ|ໜ້າ|ນີ້',
  'ຄັ້ງ|ນີ້',
  'ຖ້າ|ຕ້ອງ|ການ',
  'ເບິ່ງ|ຜົນ|ໄດ້|ທີ່',
  'ເບິ່ງ|ຜົນ',
  'ຖ້າ|ບໍ່|ພົບ|ລາຍການ',
  'ຖ້າ|ບໍ່|ພົບ',
  'ກຳ|ລັງ|ກວດ|ໃຫ້',
  'ກຳ|ລັງ|ດຳເນີນ|ການ',
  'ກຳ|ລັງ',
  'ເຄຣ|ດິດ',
  'ຄາ|ສິ|ໂນ',
  'ເລກ|ທົດສະ|ນິຍົມ',
  'ທົດສະ|ນິຍົມ',
  'ເຊີ|ບ|ເວີ',
  'ບຣາວ|ເຊີ',
  'ແບນ|ເນີ',
  'ໂບ|ນັດ',
  'ໂປຣ|ໂມ|ຊັນ',
  'ໂປຣ|ໄຟລ໌',
  'ວິ|ດີ|ໂອ',
  'ວໍ|ເລັດ',
  'ເວີ|ຊັນ',
  'ສະ|ລັອດ',
  'ໂຫຼ|ດ',
  'ອັບ|ເດດ',
  'ອັບ|ໂຫຼ',
  'ອິນ|ເຕີ|ເນັດ',
  'ສະ|ລິບ',
  'ສະ|ແກນ',
  'ພວກ|ເຮົາ',
  'ຄວາມ|ຄືບ|ໜ້າ',
  'ຄວາມ|ລັບ',
  'ຕ່າງ|ປະເທດ',
  'ກະເປົາ|ເງິນ',
  'ຖອນ|ເງິນ',
  'ຝາກ|ເງິນ',
  'ໂອນ|ເງິນ',
  'ໂຍກ|ເງິນ',
  'ຫັກ|ເງິນ',
  'ລອງ|ໃໝ່|ໃຫ້',
  'ລອງ|ໃໝ່',
  'ຄັ້ງ|ດຽວ',
  'ຄັ້ງ|ລະ',
  'ມື້|ລະ',
  'ອາທິດ|ລະ',
  'ອີກ|ຄັ້ງ',
  'ບໍ່|ເທົ່າ|ໃດ',
  'ອ້າງ|ອີງ',
  'ເຂົ້າ|ສູ່|ລະບົບ',
  'ບໍ່|ສຳເລັດ',
  'ຄຳ|ຕອບ',
  'ຕົວ|ເລກ',
  'ຕົວ|ອັກສອນ',
  'ລະ|ຫັດ|ຜ່ານ',
  'ລະ|ຫັດ',
  'ຄູ|ປອງ',
  'ແປ|ວ່າ',
  'ຍອດ|ເສຍ',
  'ປອດ|ໄພ',
  'ວົງ|ລໍ້',
  'ຊ່ອງ|ທາງ',
  'ກັບ|ມາ',
  'ຈັກ|ໜ້ອຍ',
  'ຕອນ|ນີ້',
  'ກໍ|ໄດ້',
  'ຍົກ|ເລີກ',
  'ເງື່ອນ|ໄຂ',
  'ລາຍການ|ເຄື່ອນໄຫວ',
  'ເງິນ|ຂອງ|ທ່ານ',
  'ຂອງ|ທ່ານ',
  'ຢູ່|ຄົບ',
  'ເກມ|ຄົບ',
  'ກວດ|ໃຫ້',
  'ເຊື່ອມ|ຕໍ່',
  'ເຄືອ|ຂ່າຍ',
  'ຕົວ|ຕົນ',
  'ຈຳນວນ|ເງິນ',
  'ຍອດ|ເງິນ',
  'ໜ້າ|ຫຼັກ',
  'ຊື່|ຜູ້|ໃຊ້',
  'ຜູ້|ໃຊ້',
  'ຮອງ|ຮັບ',
  'ໝົດ|ອາຍຸ',
  'ຂໍ້|ຜິດພາດ',
  'ຂັ້ນ|ຕ່ຳ',
  'ຂັ້ນ|ຕອນ',
  'ເລກ|ບັນຊີ',
  'ເບີ|ໂທລະສັບ',
  'ລາຍ|ລະອຽດ',
  'ຕົ້ນ|ທາງ',
  'ໃຊ້|ງານ',
  'ຕາມ|ດ້ວຍ',
  'ກະລຸນາ|',
  // What cannot be and what can be stay with what they are said of, and a no with what it denies.
  '|ບໍ່|ໄດ້',
  '|ໄດ້',
  'ບໍ່|',
] as const

/** In both lists กรุณา and ກະລຸນາ ask politely for what follows them. */
const thai = [
  'ก่อน|หน้า|นี้',
  'ครั้ง|นี้',
  'หาก|ต้องการ',
  'ของ|คุณ',
  'โปร|โม|ชั่|น',
  'แช|ท',
  'ลิ|งก์',
  'คา|สิ|โน',
  'ลง|ทะเบียน',
  'ของ|ขวัญ',
  'อ้าง|อิง',
  'ตัว|อักษร',
  'ไม่|สำเร็จ',
  'อีก|ครั้ง',
  'รายการ|เคลื่อนไหว',
  'รหัส|ผ่าน',
  'ยอด|เสีย',
  'ยอด|ตั้ง|ต้น',
  'วง|ล้อ',
  'หัก|เงิน',
  'ช่อง|ทาง',
  'คม|ชัด',
  'ใช้|ไป',
  'ครั้ง|แรก',
  'กลับ|มา',
  'ก่อน|หน้า',
  'ไม่|ได้',
  'ปลอด|ภัย',
  'ตรวจ|สอบ|ให้',
  'ตรวจ|สอบ',
  'ขณะ|นี้',
  'ไม่|กี่',
  'เชื่อม|ต่อ',
  'ดู|ผล',
  'ดู|ความ|คืบ|หน้า',
  'อัป|โหลด',
  'อัป|เดต',
  'ภาพ|หน้า|จอ',
  'ความ|คืบ|หน้า',
  'เข้า|สู่|ระบบ',
  'หรือปิด|บัญชี',
  'ปิด|บัญชีสมาชิก',
  'ปิด|บัญชีเจ้าหน้าที่',
  'ดู|ผล|ได้|ที่',
  'หาก|ไม่|พบ|รายการ',
  'กระเป๋า|เงิน',
  'ถอน|เงิน',
  'ฝาก|เงิน',
  'โอน|เงิน',
  'โยก|เงิน',
  'กรุณา|',
] as const

const joinedIn = (words: readonly string[]) =>
  words.map((word) => [word.replaceAll('|', ''), word.replaceAll('|', WORD_JOINER)] as const)
export const wholeWords = { th: thai, la: lao } as const
const joined = { th: joinedIn(thai), la: joinedIn(lao) }

export function joinWords(text: string, language: 'th' | 'la'): string {
  const whole = joined[language].reduce((result, [plain, joint]) => result.replaceAll(plain, joint), text)
  // After a space or a tag a joiner would hold what it must not; two in one place hold no better than one.
  return whole.replace(/(?<=^|[\s({>])\u2060+|\u2060+(?=\u2060)/g, '')
}

/** What is counted, in every language: a number at the end of one line and its unit at the beginning of the next read as two things. */
const units = [
  /\{currency\}/,
  /baht|credit|coin|customer|new|unread|MB|(?:min|h)\b|second|minute|hour|day|digit|decimal|character|star/,
  /บาท|เครดิต|เหรียญ|วินาที|นาที|ชั่วโมง|ชม\.|วัน|ครั้ง|หลัก|ตำแหน่ง|ตัวอักษร|ดาว|คน|ข้อความ|สิทธิ์|กีบ|ปี/,
  /ບາດ|ເຄຣດິດ|ຫຼຽນ|ວິນາທີ|ນາທີ|ຊົ່ວໂມງ|ຊມ\.|ວັນ|ມື້|ຄັ້ງ|ຫຼັກ|ຕົວ|ດາວ|ຄົນ|ຂໍ້ຄວາມ|ສິດ|ກີບ|ປີ/,
]
const beforeUnit = new RegExp(`(?<=[}\\d#]) (?=${units.map(({ source }) => source).join('|')})`, 'g')

/** An amount and its currency, and a number and its unit, are on one line, and a dot between two things is not the first of one. */
export function joinAmounts(text: string): string {
  return text.replace(beforeUnit, '\u00a0').replaceAll(' ·', '\u00a0·')
}
