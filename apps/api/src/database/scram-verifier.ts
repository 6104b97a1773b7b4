import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** As many rounds as PostgreSQL itself makes. */
const ROUNDS = 4096
const SALT_LENGTH = 16

/** RFC 3454, table C.1.2. */
const OTHER_SPACES = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/gu
/** RFC 3454, table B.1, which PostgreSQL asks after the spaces. */
const MAPPED_TO_NOTHING =
  /\u00AD|\u034F|\u1806|[\u180B-\u180D]|[\u200C\u200D]|\u2060|[\uFE00-\uFE0F]|\uFEFF/gu

/**
 * What PostgreSQL keeps of a password (RFC 5803, as PostgreSQL writes it), made here: the statement that sets it then holds no password, and no
 * log of statements does. A password that is not ASCII is prepared first, as pg does when it logs in (SASLprep without its prohibitions, RFC 4013),
 * since API and worker come by pg. libpq differs from it only for what is prohibited, such as control characters.
 */
export function scramVerifier(password: string): string {
  const prepared = password.replace(OTHER_SPACES, ' ').replace(MAPPED_TO_NOTHING, '').normalize('NFKC')
  const salt = randomBytes(SALT_LENGTH)
  const salted = pbkdf2Sync(prepared, salt, ROUNDS, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`
}
