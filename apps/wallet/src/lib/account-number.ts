/** Enough to know one's own bank account by, not enough for who looks over the shoulder: "123-xxx-7890". */
export function maskAccountNo(number: string): string {
  if (/^\d{10}$/.test(number)) return `${number.slice(0, 3)}-xxx-${number.slice(6)}`
  const shown = number.length > 8 ? 4 : 2
  const hidden = number.length - 2 * shown
  return hidden > 0 ? `${number.slice(0, shown)}${'x'.repeat(hidden)}${number.slice(-shown)}` : number
}
