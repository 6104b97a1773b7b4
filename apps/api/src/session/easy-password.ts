// Passwords that nobody may choose, because guessers try them first (OWASP ASVS 6.2.4, 6.2.11).
import type { OperatorState } from '../operator/operator.ts'

const PRODUCT = ['kapao', 'กระเป๋า', 'ກະເປົາ']

/** What a guesser knows of this place: names of the product and the operator, each part of the website's among them. */
export function wordsOfPlace({ name, website }: Pick<OperatorState, 'name' | 'website'>): readonly string[] {
  const host = URL.canParse(website) ? new URL(website).hostname : website
  return [...PRODUCT, name, ...host.split('.')]
}

let mostUsed: ReadonlySet<string> | undefined

/** Some 50,000, most of them counted in breaches. Read when first needed: a worker never does. */
async function readMostUsed(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}]/gu, '')
const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/**
 * Whether guessers would try it first: one of the most used, whichever letters are capitals; or one of `own` (the names of this place, the
 * name that one logs in with), alone or with digits and signs around it.
 */
export async function isEasyPassword(password: string, own: readonly string[]): Promise<boolean> {
  // The words and not the reading of them: one that failed is not the answer to all that come after.
  mostUsed ??= await readMostUsed()
  const folded = fold(password)
  if (mostUsed.has(folded)) return true
  const letters = lettersOf(folded)
  return own.map(fold).some((word) => word === folded || (letters !== '' && lettersOf(word) === letters))
}
