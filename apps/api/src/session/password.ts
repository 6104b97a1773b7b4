import { hash, verify } from '@node-rs/argon2'

// OWASP's argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

let decoy: Promise<string> | undefined

/** Hashes on a worker thread, never on the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/** Whether a password fits; without a hash (an unknown user) it works as long and says no. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no one has this password')
  const isRight = await verify(passwordHash ?? (await decoy), password)
  return passwordHash !== undefined && isRight
}
