/** Bank account numbers as players read them. */

/** 3-3-rest for a number of ten digits (spec §2), 3-2-2-8-3 for one of eighteen, as BCEL writes its own; any other as it is. */
export function groupAccountNo(number: string): string {
  return number
    .replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
    .replace(/^(\d{3})(\d\d)(\d\d)(\d{8})(\d{3})$/, '$1-$2-$3-$4-$5')
}

/** Enough to know one's own account by, not enough for who looks over the shoulder: "123-xxx-7890". */
export function maskAccountNo(number: string): string {
  if (/^\d{10}$/.test(number)) return `${number.slice(0, 3)}-xxx-${number.slice(6)}`
  const shown = number.length > 8 ? 4 : 2
  const hidden = number.length - 2 * shown
  return hidden > 0 ? `${number.slice(0, shown)}${'x'.repeat(hidden)}${number.slice(-shown)}` : number
}
