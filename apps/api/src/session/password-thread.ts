import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

export type PasswordWork =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly against: string; readonly password: string }

export type PasswordWord =
  | { readonly kind: 'hashed'; readonly hash: string }
  | { readonly kind: 'verified'; readonly isRight: boolean }
  | { readonly kind: 'failed'; readonly why: string }

// OWASP's argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const NICE = 10
// Whoever works 20 ms at a stretch lets those pass who need a moment: Node's own thread and PostgreSQL. On Linux the priority is this
// thread's; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(NICE)

function answer(work: PasswordWork): PasswordWord {
  try {
    return work.kind === 'hash'
      ? { kind: 'hashed', hash: hashSync(work.password, options) }
      : { kind: 'verified', isRight: verifySync(work.against, work.password) }
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : 'unknown' }
  }
}

parentPort?.on('message', (work: PasswordWork) => parentPort?.postMessage(answer(work)))
