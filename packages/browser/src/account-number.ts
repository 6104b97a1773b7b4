/** Bank account numbers as players read them. */

const tenDigits = /^(\d{3})(\d{3})(\d{4})$/
const tenOfMostThaiBanks = /^(\d{3})(\d)(\d{5})(\d)$/
const threeSixOne = /^(\d{3})(\d{6})(\d)$/
const tenOfThaiBank = new Map([
  ['UOBT', /^(\d{3})(\d{3})(\d{3})(\d)$/],
  ['TMB', threeSixOne],
  ['KKP', threeSixOne],
  ['CITI', threeSixOne],
])
/** Of twelve digits, and of fourteen: all that have so many write them so. */
const longThai = [/^(\d{3})(\d)(\d{5})(\d{3})$/, /^(\d{4})(\d{3})(\d{6})(\d)$/]
/** Of eighteen, as BCEL writes its own. */
const longLao = /^(\d{3})(\d\d)(\d\d)(\d{8})(\d{3})$/

/**
 * In groups, where banks write a number of so many digits in groups: 3-3-rest for ten (spec §2), or in Thailand as this bank does, for who compares it
 * with what the bank's app shows. Any other as it is.
 */
export function groupAccountNo(number: string, country?: 'th' | 'la', bankCode?: string): string {
  const isThai = country === 'th'
  const ten =
    isThai && bankCode !== undefined ? (tenOfThaiBank.get(bankCode) ?? tenOfMostThaiBanks) : tenDigits
  const shapes = [ten, longLao, ...(isThai ? longThai : [])]
  const groups = shapes.map((shape) => shape.exec(number)).find((found) => found !== null)
  return groups?.slice(1).join('-') ?? number
}
