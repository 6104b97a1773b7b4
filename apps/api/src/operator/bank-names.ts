import type { Bank } from './operator.ts'

/** A bank's names on the wire: the Lao one is absent where the operator gave none. */
export function bankNamesOf({ nameTh, nameEn, nameLa }: Pick<Bank, 'nameTh' | 'nameEn' | 'nameLa'>) {
  return { nameTH: nameTh, nameEN: nameEn, ...(nameLa !== null && { nameLA: nameLa }) }
}
