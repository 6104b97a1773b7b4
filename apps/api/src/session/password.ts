import { hash, verify } from '@node-rs/argon2'
import { Overloaded } from '../http/overload.ts'

// OWASP's argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each takes 20 ms of a core and a thread that files and name look-ups need, too: who would wait for a second comes again. */
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

let decoy: Promise<string> | undefined

/** Hashes on a worker thread, never on the event loop. */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password, options))
}

/** Whether a password fits; without a hash (an unknown user) it works as long and says no. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no one has this password', options)
  const against = passwordHash ?? (await decoy)
  const isRight = await bounded(() => verify(against, password))
  return passwordHash !== undefined && isRight
}
