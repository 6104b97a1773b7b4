// A code from an authenticator app beside the password (RFC 6238: six digits of SHA-1, a new one every 30 seconds, which is what every app can).
import { createHash } from 'node:crypto'
import { latinDigits } from '@kapao/money/format'
import { Secret, TOTP } from 'otpauth'
import type { Database, Queries } from '../database/database.ts'
import { type SealKeys, seal, unseal } from '../sealing/seal.ts'
import { randomGroups } from './random-groups.ts'

/** A phone's clock may be off by half a minute. */
const DRIFT_STEPS = 1
/** Of a million codes three are right at any moment: so many guesses in a row find one in one of 3,000 cases. Then no code is right any more. */
const MOST_MISSES = 100
const RECOVERY_CODES = 10

/** What an app shows, in whatever digits it was typed; null for anything else. */
function codeOfApp(code: string): string | null {
  const digits = latinDigits(code.replace(/\s/g, ''))
  return /^[0-9]{6}$/.test(digits) ? digits : null
}

export class SecondFactor {
  readonly #totp: TOTP

  constructor(totp: TOTP) {
    this.#totp = totp
  }

  /** A new one, of 160 random bits. `issuer` and `name` are what the app shows. */
  static make(issuer: string, name: string): SecondFactor {
    return new SecondFactor(new TOTP({ issuer, label: name, secret: new Secret({ size: 20 }) }))
  }

  static of(secret: string): SecondFactor {
    return new SecondFactor(new TOTP({ secret: Secret.fromBase32(secret) }))
  }

  /** For the app: an otpauth:// address. */
  get address(): string {
    return this.#totp.toString()
  }

  get secret(): string {
    return this.#totp.secret.base32
  }

  /** The step of time that a code belongs to, or null for a wrong one. */
  stepOf(code: string): number | null {
    const token = codeOfApp(code)
    if (token === null) return null
    const delta = this.#totp.validate({ token, window: DRIFT_STEPS })
    return delta === null ? null : this.#totp.counter() + delta
  }
}

const plainCode = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')
const hashCode = (code: string) => createHash('sha256').update(plainCode(code)).digest()

/** Gives one of the staff a second factor, in place of any other. Answers the recovery codes, which nobody can read again. */
export async function enrol(
  tx: Queries,
  staffId: bigint,
  {
    sealKeys,
    factor,
    step,
  }: { readonly sealKeys: SealKeys; readonly factor: SecondFactor; readonly step: number },
): Promise<readonly string[]> {
  await tx.query('delete from staff_recovery_code where staff_id = $1', [staffId])
  await tx.query(
    `insert into staff_second_factor (staff_id, secret_sealed, last_step) values ($1, $2, $3)
     on conflict (staff_id) do update set secret_sealed = excluded.secret_sealed, last_step = excluded.last_step,
       misses = 0, created_at = now()`,
    [staffId, seal(sealKeys, factor.secret), step],
  )
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomGroups(3))
  await tx.query('insert into staff_recovery_code (code_hash, staff_id) select unnest($1::bytea[]), $2', [
    codes.map(hashCode),
    staffId,
  ])
  return codes
}

/** False when there was none. */
export async function switchOff(tx: Queries, staffId: bigint): Promise<boolean> {
  const rows = await tx.query('delete from staff_second_factor where staff_id = $1 returning 1', [staffId])
  return rows.length > 0
}

type Shown = 'has-none' | 'nothing' | 'wrong' | 'unreadable' | 'code' | 'recovery-code'

/** Null when it was sealed under another key. */
function openSealed(sealKeys: SealKeys, sealed: Buffer): SecondFactor | null {
  try {
    return SecondFactor.of(unseal(sealKeys, sealed))
  } catch {
    return null
  }
}

/** False for one that is none of theirs, or was used. */
async function useRecoveryCode(tx: Queries, staffId: bigint, code: string): Promise<boolean> {
  const used = await tx.query(
    'update staff_recovery_code set used_at = now() where staff_id = $1 and code_hash = $2 and used_at is null returning 1',
    [staffId, hashCode(code)],
  )
  return used.length > 0
}

/**
 * What one of the staff has shown beside the password. What is right is used up by it. Unreadable: it may be right, but the second factor was sealed
 * under another key; recovery codes need none.
 */
export async function takeSecondFactor(
  tx: Queries,
  sealKeys: SealKeys,
  staffId: bigint,
  code: string,
): Promise<Shown> {
  // Locked: the same code in two calls at once is taken once.
  const [row] = await tx.query<{ secretSealed: Buffer; lastStep: number; misses: number }>(
    'select secret_sealed, last_step, misses from staff_second_factor where staff_id = $1 for update',
    [staffId],
  )
  if (!row) return 'has-none'
  if (code.trim() === '') return 'nothing'
  let shown: Shown = 'wrong'
  let { lastStep } = row
  if (codeOfApp(code) === null) {
    if (await useRecoveryCode(tx, staffId, code)) shown = 'recovery-code'
  } else {
    const factor = openSealed(sealKeys, row.secretSealed)
    if (factor === null) return 'unreadable'
    const step = factor.stepOf(code)
    if (step !== null && step > lastStep && row.misses < MOST_MISSES) {
      lastStep = step
      shown = 'code'
    }
  }
  await tx.query('update staff_second_factor set last_step = $2, misses = $3 where staff_id = $1', [
    staffId,
    lastStep,
    shown === 'wrong' ? row.misses + 1 : 0,
  ])
  return shown
}

export async function recoveryCodesLeft(queries: Queries, staffId: bigint): Promise<number> {
  const [row] = await queries.query<{ left: number }>(
    'select count(*)::int as left from staff_recovery_code where staff_id = $1 and used_at is null',
    [staffId],
  )
  return row?.left ?? 0
}

/** Names of those who may log in with nothing but a password. */
export async function staffWithout(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(
    `select name from staff where is_active and not exists (select from staff_second_factor f where f.staff_id = staff.id)
     order by name`,
  )
  return rows.map((row) => row.name)
}
