/** The rules of the two changes a member can make (spec §5), as far as they can be said before asking the server. */
import { accountName, ENGLISH_NAME_BANKS, isPasswordOfLength } from '@kapao/contract/account'

export interface Passwords {
  readonly old: string
  readonly fresh: string
  readonly repeated: string
}

const passwordFields = ['old', 'fresh', 'repeated'] as const

export type PasswordVerdict =
  /** Nothing is said; the first empty field is where to go on. */
  | { readonly kind: 'empty'; readonly field: keyof Passwords }
  | {
      readonly kind: 'wrong'
      readonly field: keyof Passwords
      readonly text: 'passwords-differ' | 'password-length'
    }
  | { readonly kind: 'ready' }

export function judgePasswords(passwords: Passwords): PasswordVerdict {
  const empty = passwordFields.find((field) => passwords[field] === '')
  if (empty !== undefined) return { kind: 'empty', field: empty }
  const { fresh, repeated } = passwords
  if (fresh !== repeated) return { kind: 'wrong', field: 'repeated', text: 'passwords-differ' }
  return isPasswordOfLength(fresh)
    ? { kind: 'ready' }
    : { kind: 'wrong', field: 'fresh', text: 'password-length' }
}

const englishName = /^[A-Z]+( [A-Z]+)*$/

/** As the bank writes it: upper case, single spaces; null when it is empty or holds anything but English letters and spaces. */
export function englishNameOf(typed: string): string | null {
  const name = accountName(typed)
  return englishName.test(name) ? name : null
}

/** Some banks know their customers by an English name only; a member whose name there is not English can put it right. */
export function mayEditName({
  bankCode,
  bankAccountName,
}: {
  bankCode: string
  bankAccountName: string
}): boolean {
  return ENGLISH_NAME_BANKS.includes(bankCode) && englishNameOf(bankAccountName) === null
}
