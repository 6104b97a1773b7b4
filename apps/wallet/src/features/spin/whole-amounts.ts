/** What an operator calls a prize, with each number on one line with its unit: "1,000,000 บาท" is read at a glance in one piece only. */
export function wholeAmounts(name: string): string {
  return name.replace(/(\d) (?=\p{L})/gu, '$1\u00a0')
}
