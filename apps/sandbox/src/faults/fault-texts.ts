import type { Language } from '../language.ts'

type Sentence = Record<Language, string>

/** What each fault does, in one sentence, by the kind of its target and its name. */
export const FAULT_TEXTS: Record<'game' | 'bank' | 'sms' | 'voucher', Record<string, Sentence>> = {
  game: {
    refuse: {
      en: 'The provider refuses the transfer.',
      th: 'ค่ายเกมปฏิเสธการโยกเงิน',
      la: 'ຜູ້ໃຫ້ບໍລິການເກມປະຕິເສດການໂຍກເງິນ',
    },
    'timeout-before': {
      en: 'No answer for 30 seconds, and the transfer never happens.',
      th: 'ไม่ตอบ 30 วินาที และไม่มีการโยกเงินเกิดขึ้น',
      la: 'ບໍ່ຕອບ 30 ວິນາທີ ແລະ ບໍ່ມີການໂຍກເງິນເກີດຂຶ້ນ',
    },
    'timeout-after': {
      en: 'The transfer happens, but no answer comes for 30 seconds.',
      th: 'โยกเงินสำเร็จ แต่ไม่ตอบ 30 วินาที',
      la: 'ໂຍກເງິນສຳເລັດ ແຕ່ບໍ່ຕອບ 30 ວິນາທີ',
    },
    'error-after': {
      en: 'The transfer happens, but the answer is an error.',
      th: 'โยกเงินสำเร็จ แต่ตอบว่าเกิดข้อผิดพลาด',
      la: 'ໂຍກເງິນສຳເລັດ ແຕ່ຕອບວ່າເກີດຂໍ້ຜິດພາດ',
    },
    'duplicate-id': {
      en: 'The transfer happens, but the answer calls its id a duplicate.',
      th: 'โยกเงินสำเร็จ แต่ตอบว่ารหัสรายการซ้ำ',
      la: 'ໂຍກເງິນສຳເລັດ ແຕ່ຕອບວ່າລະຫັດລາຍການຊ້ຳ',
    },
    'round-open': {
      en: 'Taking credits out is refused: a round is still open.',
      th: 'โยกออกไม่ได้ เพราะยังเล่นไม่จบรอบ',
      la: 'ໂຍກເງິນອອກບໍ່ໄດ້ ເພາະຍັງຫຼິ້ນບໍ່ຈົບຮອບ',
    },
    partial: {
      en: 'Taking credits out gives only half, and the answer says so.',
      th: 'โยกออกได้เพียงครึ่งเดียว และแจ้งยอดจริงในคำตอบ',
      la: 'ໂຍກເງິນອອກໄດ້ພຽງເຄິ່ງດຽວ ແລະ ແຈ້ງຍອດຈິງໃນຄຳຕອບ',
    },
    'late-status': {
      en: 'The transfer happens without an answer; for 45 seconds its status is "not found".',
      th: 'โยกเงินสำเร็จแต่ไม่ตอบ และตรวจสถานะไม่พบใน 45 วินาทีแรก',
      la: 'ໂຍກເງິນສຳເລັດແຕ່ບໍ່ຕອບ ແລະ ກວດສະຖານະບໍ່ພົບໃນ 45 ວິນາທີທຳອິດ',
    },
    'wrong-ratio': {
      en: 'Only a tenth of the credits moves, and the answer says so.',
      th: 'โยกจริงเพียงหนึ่งในสิบ และแจ้งยอดจริงในคำตอบ',
      la: 'ໂຍກເງິນຈິງພຽງໜຶ່ງສ່ວນສິບ ແລະ ແຈ້ງຍອດຈິງໃນຄຳຕອບ',
    },
    maintenance: {
      en: 'Every call of this game answers "in maintenance".',
      th: 'ทุกคำสั่งของเกมนี้ตอบว่าปิดปรับปรุง',
      la: 'ທຸກຄຳສັ່ງຂອງເກມນີ້ຕອບວ່າປິດປັບປຸງ',
    },
    exists: {
      en: 'Opening an account answers "exists already", and the account is there.',
      th: 'เปิดบัญชีแล้วตอบว่ามีอยู่แล้ว และมีบัญชีนั้นจริง',
      la: 'ເປີດບັນຊີແລ້ວຕອບວ່າມີຢູ່ແລ້ວ ແລະ ມີບັນຊີນັ້ນຈິງ',
    },
    slow: {
      en: 'The transfer takes 65 seconds and happens at their end.',
      th: 'โยกเงินใช้เวลา 65 วินาที และสำเร็จตอนท้าย',
      la: 'ການໂຍກເງິນໃຊ້ເວລາ 65 ວິນາທີ ແລະ ສຳເລັດຕອນທ້າຍ',
    },
    'stale-balance': {
      en: 'For 10 seconds after a transfer the old balance is told.',
      th: 'หลังโยกเงิน 10 วินาที ยังแจ้งยอดเก่า',
      la: 'ຫຼັງໂຍກເງິນ 10 ວິນາທີ ຍັງແຈ້ງຍອດເກົ່າ',
    },
    'locked-funds': {
      en: 'The whole balance shows, but taking credits out is refused as locked.',
      th: 'เห็นยอดทั้งหมด แต่โยกออกไม่ได้เพราะยอดถูกล็อก',
      la: 'ເຫັນຍອດທັງໝົດ ແຕ່ໂຍກເງິນອອກບໍ່ໄດ້ ເພາະຍອດຖືກລັອກ',
    },
    'no-cancel': {
      en: 'There is no call to cancel a transfer that never came.',
      th: 'ยกเลิกรายการโยกเงินที่ไปไม่ถึงไม่ได้',
      la: 'ຍົກເລີກລາຍການໂຍກເງິນທີ່ໄປບໍ່ຮອດບໍ່ໄດ້',
    },
  },
  bank: {
    late: {
      en: 'The bank tells of incoming money 5 seconds late.',
      th: 'ธนาคารแจ้งเงินเข้าช้า 5 วินาที',
      la: 'ທະນາຄານແຈ້ງເງິນເຂົ້າຊ້າ 5 ວິນາທີ',
    },
    'held-back': {
      en: 'The bank tells of incoming money only when it is made to (POST /control/bank/tell).',
      th: 'ธนาคารแจ้งเงินเข้าเมื่อถูกสั่งเท่านั้น (POST /control/bank/tell)',
      la: 'ທະນາຄານແຈ້ງເງິນເຂົ້າເມື່ອຖືກສັ່ງເທົ່ານັ້ນ (POST /control/bank/tell)',
    },
    twice: {
      en: 'The bank tells of the same money twice.',
      th: 'ธนาคารแจ้งเงินเข้ารายการเดียวกันสองครั้ง',
      la: 'ທະນາຄານແຈ້ງເງິນເຂົ້າລາຍການດຽວກັນສອງຄັ້ງ',
    },
    'out-of-order': {
      en: 'The message waits until the next one has gone out, or 3 seconds.',
      th: 'ข้อความรอจนรายการถัดไปถูกส่งก่อน หรือ 3 วินาที',
      la: 'ຂໍ້ຄວາມລໍຖ້າຈົນລາຍການຕໍ່ໄປຖືກສົ່ງກ່ອນ ຫຼື 3 ວິນາທີ',
    },
    silent: {
      en: 'The bank sends no message: the money is only in its list.',
      th: 'ธนาคารไม่ส่งข้อความ เงินอยู่ในรายการเดินบัญชีเท่านั้น',
      la: 'ທະນາຄານບໍ່ສົ່ງຂໍ້ຄວາມ ເງິນຢູ່ໃນລາຍການເທົ່ານັ້ນ',
    },
    'other-reference': {
      en: 'The bank tells of incoming money by another reference than the one on its slip.',
      th: 'ธนาคารแจ้งเงินเข้าด้วยเลขอ้างอิงที่ไม่ตรงกับบนสลิป',
      la: 'ທະນາຄານແຈ້ງເງິນເຂົ້າດ້ວຍເລກອ້າງອີງທີ່ບໍ່ກົງກັບໃນສະລິບ',
    },
    'late-pay': {
      en: 'A code that is paid, cancelled or expired can still be paid.',
      th: 'QR ที่จ่ายแล้ว ยกเลิก หรือหมดอายุ ยังจ่ายได้',
      la: 'QR ທີ່ຈ່າຍແລ້ວ ຍົກເລີກ ຫຼື ໝົດອາຍຸ ຍັງຈ່າຍໄດ້',
    },
    'refuse-payout': {
      en: 'The bank refuses the payout, and the money stays.',
      th: 'ธนาคารปฏิเสธการถอน เงินยังอยู่ที่เดิม',
      la: 'ທະນາຄານປະຕິເສດການຖອນ ເງິນຍັງຢູ່ບ່ອນເກົ່າ',
    },
    'payout-timeout': {
      en: 'No answer for 30 seconds; the payout goes out after 10.',
      th: 'ไม่ตอบ 30 วินาที ส่วนเงินถูกโอนหลัง 10 วินาที',
      la: 'ບໍ່ຕອບ 30 ວິນາທີ ສ່ວນເງິນຖືກໂອນຫຼັງ 10 ວິນາທີ',
    },
    'slip-captcha': {
      en: 'The bank takes our captcha for wrong when it is asked about a slip.',
      th: 'ธนาคารตอบว่าแคปต์ชาไม่ถูกต้องเมื่อตรวจสอบสลิป',
      la: 'ທະນາຄານຕອບວ່າແຄັບຊາບໍ່ຖືກຕ້ອງເມື່ອກວດສະລິບ',
    },
    'slip-pending': {
      en: 'Asked about a slip, the bank says that the transfer is still being made.',
      th: 'เมื่อตรวจสอบสลิป ธนาคารตอบว่ารายการยังไม่เสร็จ',
      la: 'ເມື່ອກວດສະລິບ ທະນາຄານຕອບວ່າລາຍການຍັງບໍ່ແລ້ວ',
    },
    'slip-not-found': {
      en: 'Asked about a slip, the bank does not know the transfer yet.',
      th: 'เมื่อตรวจสอบสลิป ธนาคารยังไม่พบรายการ',
      la: 'ເມື່ອກວດສະລິບ ທະນາຄານຍັງບໍ່ພົບລາຍການ',
    },
    'slip-no-answer': {
      en: 'Asked about a slip, the bank answers with an error.',
      th: 'เมื่อตรวจสอบสลิป ธนาคารตอบว่าเกิดข้อผิดพลาด',
      la: 'ເມື່ອກວດສະລິບ ທະນາຄານຕອບວ່າເກີດຂໍ້ຜິດພາດ',
    },
    'slip-masked': {
      en: 'Asked about a slip, the bank hides most digits of both accounts.',
      th: 'เมื่อตรวจสอบสลิป ธนาคารปิดบังเลขบัญชีต้นทางและปลายทางบางส่วน',
      la: 'ເມື່ອກວດສະລິບ ທະນາຄານປິດບັງເລກບັນຊີຕົ້ນທາງ ແລະ ປາຍທາງບາງສ່ວນ',
    },
  },
  sms: {
    fail: { en: 'The message is not sent.', th: 'ส่งข้อความไม่สำเร็จ', la: 'ສົ່ງຂໍ້ຄວາມບໍ່ສຳເລັດ' },
    slow: {
      en: 'The message takes 15 seconds.',
      th: 'ส่งข้อความใช้เวลา 15 วินาที',
      la: 'ສົ່ງຂໍ້ຄວາມໃຊ້ເວລາ 15 ວິນາທີ',
    },
  },
  voucher: {
    'timeout-after': {
      en: 'The gift is paid out, but no answer comes.',
      th: 'รับซองของขวัญแล้ว แต่ไม่มีคำตอบ',
      la: 'ຮັບຊອງຂອງຂວັນແລ້ວ ແຕ່ບໍ່ມີຄຳຕອບ',
    },
    expired: { en: 'The gift has expired.', th: 'ซองของขวัญหมดอายุ', la: 'ຊອງຂອງຂວັນໝົດອາຍຸ' },
    taken: {
      en: 'Someone else took the gift before.',
      th: 'มีคนอื่นรับซองของขวัญไปแล้ว',
      la: 'ມີຄົນອື່ນຮັບຊອງຂອງຂວັນໄປແລ້ວ',
    },
    'no-ticket': {
      en: 'The gift is paid out, but the answers do not show the share that was taken.',
      th: 'รับซองของขวัญแล้ว แต่คำตอบไม่บอกยอดที่ได้รับ',
      la: 'ຮັບຊອງຂອງຂວັນແລ້ວ ແຕ່ຄຳຕອບບໍ່ບອກຍອດທີ່ໄດ້ຮັບ',
    },
  },
}
