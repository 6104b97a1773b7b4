import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sendOtp, verifyOtp } from '@kapao/contract/account'
import { latinDigits } from '@kapao/money/format'
import type { Region } from '../config.ts'
import type { Queries } from '../database.ts'
import type { SmsGateway } from '../gateways/sms.ts'
import { refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { judgePhone, normalisePhone } from '../member/phone.ts'

const VERIFIED_FOR = '30 minutes'
const MAX_WRONG_TRIES = 5
/** Wrong tries over all codes of one phone, and how long it then waits. */
const MAX_WRONG_TRIES_OF_PHONE = 10
const BLOCKED_FOR_S = 15 * 60
/** A code that was guessed at too often is dead; asking for another may be tried this soon. */
const NEXT_CODE_AFTER_S = 60
/** Sends per phone in a day: what a stranger can make us spend on, and annoy, one person. */
const SENDS_PER_DAY = 20
const SENDS_PER_ADDRESS_PER_MINUTE = 120

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Whether this phone answered a code in the last 30 minutes. */
export async function isPhoneVerified(queries: Queries, phone: string): Promise<boolean> {
  const rows = await queries.query(
    `select 1 from otp where phone = $1 and verified_at > now() - interval '${VERIFIED_FOR}' limit 1`,
    [phone],
  )
  return rows.length > 0
}

function mountSend({ sms, region, ...context }: OtpContext): void {
  const { database, operator, limits } = context
  mount(context, sendOtp, async ({ body, ip }) => {
    const phone = normalisePhone(body.phoneNumber)
    if (judgePhone(phone, region) !== 'ok')
      return refuse('PHONE_NUMBER_REQUIRE_10_DIGIT', { field: 'phoneNumber' })
    const [member] = await database.query('select 1 from member where username = $1', [phone])
    if (member) return refuse('EXISTING_USER', { field: 'phoneNumber' })
    if (await isPhoneVerified(database, phone))
      return { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' as const }

    const settings = operator.current()
    const [today] = await database.query<{ sends: number }>(
      "select count(*)::int as sends from otp where phone = $1 and created_at > now() - interval '1 day'",
      [phone],
    )
    if (today && today.sends >= SENDS_PER_DAY) return refuse('OTP_BLOCK', { retryAfter: BLOCKED_FOR_S })
    const [guessed] = await database.query<{ wrongTries: number }>(
      `select coalesce(sum(wrong_tries), 0)::int as wrong_tries from otp
       where phone = $1 and created_at > now() - make_interval(secs => $2)`,
      [phone, BLOCKED_FOR_S],
    )
    // A new code must not buy new guesses without end.
    if (guessed && guessed.wrongTries >= MAX_WRONG_TRIES_OF_PHONE) {
      return refuse('OTP_BLOCK', { retryAfter: BLOCKED_FOR_S })
    }
    const secondsLeft =
      (await limits.hit(`otp:${phone}`, settings.otpSendsPerMinute)) ??
      (await limits.hit(`otp-address:${ip}`, SENDS_PER_ADDRESS_PER_MINUTE))
    if (secondsLeft !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter: secondsLeft })

    const otpToken = randomBytes(24).toString('base64url')
    const otpRef = randomBytes(3)
      .toString('hex')
      .toUpperCase()
      .replace(/\d/g, (digit) => 'GHJKLMNPQR'[Number(digit)] ?? '')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await database.query(
      `insert into otp (token_hash, phone, ref, code_hash, expires_at)
       values ($1, $2, $3, $4, now() + interval '5 minutes')`,
      [hashOf(otpToken), phone, otpRef, hashOf(`${otpToken}:${code}`)],
    )
    const text = settings.otpText.replace('{otp}', code).replace('{ref}', otpRef)
    if (!(await sms.send({ messageId: otpToken, to: phone, text }))) return refuse('OTP_SEND_FAIL')
    return { otpRef, otpToken, code: 'OK' as const }
  })
}

interface OtpRow {
  readonly codeHash: Buffer
  readonly wrongTries: number
  readonly isExpired: boolean
  readonly verifiedAt: Date | null
}

function mountVerify(context: RouteContext): void {
  const { database } = context
  mount(
    context,
    verifyOtp,
    ({ body }) =>
      database.transaction(async (tx) => {
        if (!/^[\w-]{16,64}$/.test(body.otpToken)) return refuse('OTP_TOKEN_INVALID')
        const tokenHash = hashOf(body.otpToken)
        const [otp] = await tx.query<OtpRow>(
          `select code_hash, wrong_tries, expires_at < now() as is_expired, verified_at
         from otp where token_hash = $1 for update`,
          [tokenHash],
        )
        if (!otp) return refuse('OTP_NOT_EXIST')
        if (otp.wrongTries >= MAX_WRONG_TRIES) return refuse('OTP_BLOCK', { retryAfter: NEXT_CODE_AFTER_S })
        if (otp.isExpired) return refuse('OTP_EXPIRED')
        if (!timingSafeEqual(otp.codeHash, hashOf(`${body.otpToken}:${latinDigits(body.otpCode).trim()}`))) {
          await tx.query('update otp set wrong_tries = wrong_tries + 1 where token_hash = $1', [tokenHash])
          return otp.wrongTries + 1 >= MAX_WRONG_TRIES
            ? refuse('OTP_BLOCK', { retryAfter: NEXT_CODE_AFTER_S })
            : refuse('OTP_CODE_INVALID')
        }
        await tx.query('update otp set verified_at = coalesce(verified_at, now()) where token_hash = $1', [
          tokenHash,
        ])
        return { code: 'OTP_CODE_VALID' as const }
      }),
    { failure: 'OTP_VERIFY_FAIL' },
  )
}

export interface OtpContext extends RouteContext {
  readonly sms: SmsGateway
  readonly region: Region
}

export function mountOtp(context: OtpContext): void {
  mountSend(context)
  mountVerify(context)
}
