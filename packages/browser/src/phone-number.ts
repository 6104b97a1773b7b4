/**
 * A phone number as it is written in its country, which its digits tell: 081-234-5678 in Thailand, 020 5551 2345 and 030 555 1234 in Laos. Whole
 * on its line; any other text as it is.
 */
export function groupPhoneNo(number: string): string {
  return number
    .replace(/^(020(?=.{8}$)|030(?=.{7}$))(\d+)(\d{4})$/, '$1\u00a0$2\u00a0$3')
    .replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-\u2060$2-\u2060$3')
}
