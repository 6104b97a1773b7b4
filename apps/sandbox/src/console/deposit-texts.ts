import type { SlipVariant } from '../bank/slip-image.ts'
import type { VoucherFault } from '../faults/catalogue.ts'
import type { Language } from '../language.ts'

export interface DepositTexts {
  readonly slipsTitle: string
  readonly slipsHint: string
  readonly slipsNone: string
  readonly slip: string
  readonly save: string
  readonly spoilt: string
  readonly variants: Readonly<Record<SlipVariant, string>>
  readonly giftsTitle: string
  readonly giftsHint: string
  readonly giftsNone: string
  readonly make: string
  readonly made: string
  readonly willGo: string
  readonly well: string
  readonly faults: Readonly<Record<VoucherFault, string>>
  readonly copy: string
  readonly copied: string
  readonly free: string
  readonly taken: string
}

/** The words of the parts that make slips and gifts. */
export const DEPOSIT_TEXTS: Record<Language, DepositTexts> = {
  en: {
    slipsTitle: 'Slips',
    slipsHint:
      'Save the picture of a transfer’s slip, then upload it in the wallet: whole, or spoilt as players spoil them.',
    slipsNone: 'No transfer yet. Make one above.',
    slip: 'Slip',
    save: 'Save the slip',
    spoilt: 'Spoilt slips',
    variants: {
      noQr: 'without code',
      badCrc: 'wrong checksum',
      rotated: 'turned',
      cropped: 'cut off',
      twoCodes: 'two codes',
      tiny: 'tiny',
    },
    giftsTitle: 'Gift links',
    giftsHint: 'Make a gift, then paste its link in the wallet: deposit, wallet gift link.',
    giftsNone: 'No gift yet.',
    make: 'Make a gift',
    made: 'Made: the link is in the list.',
    willGo: 'What goes wrong',
    well: 'Nothing',
    faults: {
      'timeout-after': 'Taken, but the answer is lost',
      expired: 'It has expired',
      taken: 'Someone was faster',
      'no-ticket': 'Taken, but our share is not shown',
    },
    copy: 'Copy',
    copied: 'Copied',
    free: 'free',
    taken: 'taken',
  },
  th: {
    slipsTitle: 'สลิป',
    slipsHint: 'บันทึกรูปสลิปของรายการโอน แล้วอัปโหลดในกระเป๋าเงิน เลือกแบบสมบูรณ์หรือแบบที่มักผิดพลาดก็ได้',
    slipsNone: 'ยังไม่มีรายการโอน สร้างได้ด้านบน',
    slip: 'สลิป',
    save: 'บันทึกสลิป',
    spoilt: 'สลิปที่มีปัญหา',
    variants: {
      noQr: 'ไม่มี QR',
      badCrc: 'รหัสตรวจสอบผิด',
      rotated: 'หมุน',
      cropped: 'ถูกตัด',
      twoCodes: 'สอง QR',
      tiny: 'เล็กมาก',
    },
    giftsTitle: 'ลิงก์ซองของขวัญ',
    giftsHint: 'สร้างซองของขวัญ แล้ววางลิงก์ในกระเป๋าเงิน: ฝากเงิน › ลิงก์วอลเล็ต',
    giftsNone: 'ยังไม่มีซองของขวัญ',
    make: 'สร้างซองของขวัญ',
    made: 'สร้างแล้ว ลิงก์อยู่ในรายการ',
    willGo: 'ให้เกิดปัญหา',
    well: 'ไม่มี',
    faults: {
      'timeout-after': 'รับแล้วแต่ไม่มีคำตอบ',
      expired: 'หมดอายุ',
      taken: 'มีคนรับไปก่อน',
      'no-ticket': 'รับแล้วแต่ไม่บอกยอดที่ได้',
    },
    copy: 'คัดลอก',
    copied: 'คัดลอกแล้ว',
    free: 'ยังไม่ถูกรับ',
    taken: 'ถูกรับแล้ว',
  },
  la: {
    slipsTitle: 'ສະລິບ',
    slipsHint: 'ບັນທຶກຮູບສະລິບຂອງລາຍການໂອນ ແລ້ວອັບໂຫຼດໃນກະເປົາເງິນ ເລືອກແບບສົມບູນ ຫຼື ແບບທີ່ມັກຜິດພາດກໍໄດ້',
    slipsNone: 'ຍັງບໍ່ມີລາຍການໂອນ ສ້າງໄດ້ຂ້າງເທິງ',
    slip: 'ສະລິບ',
    save: 'ບັນທຶກສະລິບ',
    spoilt: 'ສະລິບທີ່ມີບັນຫາ',
    variants: {
      noQr: 'ບໍ່ມີ QR',
      badCrc: 'ລະຫັດກວດສອບຜິດ',
      rotated: 'ໝຸນ',
      cropped: 'ຖືກຕັດ',
      twoCodes: 'ສອງ QR',
      tiny: 'ນ້ອຍຫຼາຍ',
    },
    giftsTitle: 'ລິ້ງຊອງຂອງຂວັນ',
    giftsHint: 'ສ້າງຊອງຂອງຂວັນ ແລ້ວວາງລິ້ງໃນກະເປົາເງິນ: ຝາກເງິນ › ລິ້ງວໍເລັດ',
    giftsNone: 'ຍັງບໍ່ມີຊອງຂອງຂວັນ',
    make: 'ສ້າງຊອງຂອງຂວັນ',
    made: 'ສ້າງແລ້ວ ລິ້ງຢູ່ໃນລາຍການ',
    willGo: 'ໃຫ້ເກີດບັນຫາ',
    well: 'ບໍ່ມີ',
    faults: {
      'timeout-after': 'ຮັບແລ້ວແຕ່ບໍ່ມີຄຳຕອບ',
      expired: 'ໝົດອາຍຸ',
      taken: 'ມີຄົນຮັບໄປກ່ອນ',
      'no-ticket': 'ຮັບແລ້ວແຕ່ບໍ່ບອກຍອດທີ່ໄດ້',
    },
    copy: 'ຄັດລອກ',
    copied: 'ຄັດລອກແລ້ວ',
    free: 'ຍັງບໍ່ຖືກຮັບ',
    taken: 'ຖືກຮັບແລ້ວ',
  },
}
