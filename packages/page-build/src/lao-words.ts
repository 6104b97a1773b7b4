/**
 * Lao is written without spaces, and browsers find its words in ICU's dictionary. What is not in there they break wherever they can: ໂຫຼດ before its
 * last consonant, loanwords after any syllable. A word joiner at each of those places keeps the word on one line.
 */

const WORD_JOINER = '\u2060'

/** With a bar wherever the dictionary would let a line end. */
const words = [
  'ກຳ|ລັງ',
  'ເຄຣ|ດິດ',
  'ຄາ|ສິ|ໂນ',
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
  'ອອຟ|ລາຍ',
  'ອັບ|ເດດ',
  'ອັບ|ໂຫຼ',
  'ອິນ|ເຕີ|ເນັດ',
] as const

const joined = words.map((word) => [word.replaceAll('|', ''), word.replaceAll('|', WORD_JOINER)] as const)

export function joinLaoWords(text: string): string {
  return joined.reduce((result, [plain, whole]) => result.replaceAll(plain, whole), text)
}
