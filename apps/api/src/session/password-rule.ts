import { isPasswordOfLength } from '@kapao/contract/account'
import type { OperatorState } from '../operator/operator.ts'
import { isBreached } from './breached-passwords.ts'
import { isEasyPassword, wordsOfPlace } from './easy-password.ts'

interface PasswordRule {
  readonly isOfLength: (password: string) => boolean
  /** The names that a guesser knows; null where one may be chosen that is guessed first. */
  readonly own: readonly string[] | null
  /** The operator's list of breached ones; null where there is none. */
  readonly breachedPasswords: string | null
}

/** What is wrong with a password that somebody would have: its length in characters, or what guessers try first (OWASP ASVS 6.2). Null for nothing. */
export async function judgePassword(
  password: string,
  { isOfLength, own, breachedPasswords }: PasswordRule,
): Promise<'length' | 'breached' | 'easy' | null> {
  if (!isOfLength(password)) return 'length'
  if (breachedPasswords !== null && (await isBreached(breachedPasswords, password))) return 'breached'
  return own !== null && (await isEasyPassword(password, own)) ? 'easy' : null
}

export interface PasswordContext {
  /** In production. The wire asks for a length alone, and who tries the thing out may have any. */
  readonly refusesEasyPasswords: boolean
  /** The operator's list of breached ones, which are refused; null where there is none. */
  readonly breachedPasswords: string | null
}

/** Whether a member may choose a password. */
export async function isPasswordAllowed(
  { refusesEasyPasswords, breachedPasswords }: PasswordContext,
  place: OperatorState,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<boolean> {
  const own = refusesEasyPasswords ? [...wordsOfPlace(place), username] : null
  return (await judgePassword(password, { isOfLength: isPasswordOfLength, own, breachedPasswords })) === null
}
