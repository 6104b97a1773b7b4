/** Bank account numbers as players read them. */

/** 3-3-rest for a number of ten digits (spec §2); any other as it is. */
export function groupAccountNo(number: string): string {
  return /^\d{10}$/.test(number) ? `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}` : number
}

/** Enough to know one's own account by, not enough for who looks over the shoulder: "123-xxx-7890". */
export function maskAccountNo(number: string): string {
  if (/^\d{10}$/.test(number)) return `${number.slice(0, 3)}-xxx-${number.slice(6)}`
  const shown = number.length > 8 ? 4 : 2
  const hidden = number.length - 2 * shown
  return hidden > 0 ? `${number.slice(0, shown)}${'x'.repeat(hidden)}${number.slice(-shown)}` : number
}
