/** A bank account's number as people read it: 3-3-rest for one of ten digits (spec §2), 3-2-2-8-3 for one of eighteen, as BCEL writes its own; any other as it is. */
export function groupAccountNo(number: string): string {
  return number
    .replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
    .replace(/^(\d{3})(\d\d)(\d\d)(\d{8})(\d{3})$/, '$1-$2-$3-$4-$5')
}
