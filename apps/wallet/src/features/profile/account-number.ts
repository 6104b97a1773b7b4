/** 3-3-rest for an account number of ten digits (spec §2); any other as it is. */
export function groupAccountNo(number: string): string {
  return /^\d{10}$/.test(number) ? `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}` : number
}
