import { Overloaded } from '../http/overload.ts'
import type { PasswordWord } from './password-thread.ts'
import { onThread } from './password-threads.ts'

/** Each takes 20 ms of a core: who would wait for a second comes again. */
const MOST_AT_ONCE = 32
let atWork = 0

async function bounded<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (atWork >= MOST_AT_ONCE) throw new Overloaded('too many passwords at once')
  atWork += 1
  try {
    return await work()
  } finally {
    atWork -= 1
  }
}

/** Of no password, and made for the same work as every hash is: an unknown user takes as long as a known one, from the first on. */
const DECOY = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

function unexpected(word: PasswordWord): Error {
  return new Error(
    word.kind === 'failed' ? `no password was hashed: ${word.why}` : 'an answer to something else',
  )
}

async function hash(password: string): Promise<string> {
  const word = await onThread({ kind: 'hash', password })
  if (word.kind !== 'hashed') throw unexpected(word)
  return word.hash
}

async function verify(against: string, password: string): Promise<boolean> {
  const word = await onThread({ kind: 'verify', against, password })
  if (word.kind !== 'verified') throw unexpected(word)
  return word.isRight
}

/** Hashes on a thread of its own, never on the event loop. */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password))
}

/** Whether a password fits; without a hash (an unknown user) it works as long and says no. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await bounded(() => verify(passwordHash ?? DECOY, password))
  return passwordHash !== undefined && isRight
}
