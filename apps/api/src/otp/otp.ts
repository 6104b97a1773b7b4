import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sendOtp, verifyOtp } from '@kapao/contract/account'
import { latinDigits } from '@kapao/money/format'
import type { Queries } from '../database/database.ts'
import type { Region } from '../environment/config.ts'
import type { SmsGateway } from '../gateways/sms.ts'
import { callerOf } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { isMembersPhone, limitTelling } from '../member/existing.ts'
import { judgePhone, normalisePhone } from '../member/phone.ts'

const VERIFIED_FOR = '30 minutes'
const MAX_WRONG_TRIES = 5
/** Wrong tries over all codes of one phone, and how long it then waits. */
const MAX_WRONG_TRIES_OF_PHONE = 10
const BLOCKED_FOR_S = 15 * 60
/** Sends per phone in a day: what a stranger can make us spend on, and annoy, one person. */
const SENDS_PER_DAY = 20
const DAY_S = 24 * 60 * 60
/**
 * Sends per address, to whichever phones: each costs the operator. A mobile network has thousands of phones behind one address, of which a
 * campaign brings many in the same minute; a phone needs one code in its life. By the minute, since a day's would hand every stranger in that
 * network a switch that keeps all of it out until tomorrow.
 */
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

/**
 * The seconds until this phone may get another code; 0 when it may now. A new code must not buy new guesses without end: the newest code
 * back from which the guesses are too many, or the sends of a day, has to become old enough.
 */
async function secondsBlocked(queries: Queries, phone: string): Promise<number> {
  const [row] = await queries.query<{ secondsLeft: number | null }>(
    `with code as (
       select extract(epoch from now() - created_at) as age_s,
         sum(wrong_tries) filter (where created_at > now() - make_interval(secs => $2))
           over (order by created_at desc) as wrong_tries,
         row_number() over (order by created_at desc) as sends
       from otp where phone = $1 and created_at > now() - make_interval(secs => $3))
     select greatest(
       (select ceil($2 - age_s)::int from code where wrong_tries >= $4 order by age_s limit 1),
       (select ceil($3 - age_s)::int from code where sends >= $5 order by age_s limit 1)) as seconds_left`,
    [phone, BLOCKED_FOR_S, DAY_S, MAX_WRONG_TRIES_OF_PHONE, SENDS_PER_DAY],
  )
  return row?.secondsLeft ?? 0
}

const sendsOf = (phone: string) => `otp:${phone}`

/** The seconds after which the phone of a dead code can get the next one. */
async function secondsToNextCode(
  { database, limits, operator }: RouteContext,
  phone: string,
): Promise<number> {
  const blockedForS = await secondsBlocked(database, phone)
  const limitedForS = await limits.look(sendsOf(phone), operator.current().otpSendsPerMinute)
  return Math.max(1, blockedForS, limitedForS ?? 0)
}

/** Counts what is sent from one address and, where that is not too much, what is sent at all. Answers as `Limits.hit`. */
async function countSend({ limits, operator }: RouteContext, caller: string): Promise<number | null> {
  const ofAddress = `otp-address:${caller}`
  const addressForS = await limits.hit(ofAddress, SENDS_PER_ADDRESS_PER_MINUTE)
  if (addressForS !== null) return addressForS
  const allForS = await limits.hit('otp-all', operator.current().otpSendsOfAllPerMinute)
  if (allForS !== null) await limits.takeBack(ofAddress)
  return allForS
}

function mountSend({ sms, region, ...context }: OtpContext): void {
  const { database, operator, limits } = context
  mount(context, sendOtp, async ({ body, ip, log }) => {
    const phone = normalisePhone(body.phoneNumber, region)
    if (judgePhone(phone, region) !== 'ok')
      return refuse('PHONE_NUMBER_REQUIRE_10_DIGIT', { field: 'phoneNumber' })
    const told = await limitTelling(context, { ip, log, isOnlyAsked: true }, async () =>
      (await isMembersPhone(database, phone)) ? refuse('EXISTING_USER', { field: 'phoneNumber' }) : null,
    )
    if (told) return told
    // Nothing asks for a code: none is paid for, and who asks goes on as with one that they have answered.
    if (!operator.current().registerOTP || (await isPhoneVerified(database, phone)))
      return { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' as const }

    const settings = operator.current()
    const blockedForS = await secondsBlocked(database, phone)
    if (blockedForS > 0) return refuse('OTP_BLOCK', { retryAfter: blockedForS })
    const limitedForS = await limits.hit(sendsOf(phone), settings.otpSendsPerMinute)
    if (limitedForS !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter: limitedForS })
    const tooManyForS = await countSend(context, callerOf(ip))
    if (tooManyForS !== null) {
      // Nothing is sent: the phone may have its code from elsewhere at once.
      await limits.takeBack(sendsOf(phone))
      return refuse('REQUEST_LIMIT_1MIN', { retryAfter: tooManyForS })
    }

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
    const outcome = await sms.send({ messageId: otpToken, to: phone, text })
    if (outcome.kind !== 'confirmed') {
      log.warn({ outcome }, 'code not sent')
      // What nobody got uses up nothing of the phone's; one in doubt may have arrived. The address has used its turn at the gateway all the same.
      if (outcome.kind === 'refused') {
        await database.query('delete from otp where token_hash = $1', [hashOf(otpToken)])
        await limits.takeBack(sendsOf(phone))
      }
      return refuse('OTP_SEND_FAIL')
    }
    return { otpRef, otpToken, code: 'OK' as const }
  })
}

interface OtpRow {
  readonly phone: string
  readonly codeHash: Buffer
  readonly wrongTries: number
  readonly isExpired: boolean
}

/** Judges one try, and counts it. `deadFor`: the phone whose code was guessed at too often. */
async function judgeCode(tx: Queries, { otpToken, otpCode }: { otpToken: string; otpCode: string }) {
  if (!/^[\w-]{16,64}$/.test(otpToken)) return refuse('OTP_TOKEN_INVALID')
  const tokenHash = hashOf(otpToken)
  const [otp] = await tx.query<OtpRow>(
    `select phone, code_hash, wrong_tries, expires_at < now() as is_expired
     from otp where token_hash = $1 for update`,
    [tokenHash],
  )
  if (!otp) return refuse('OTP_NOT_EXIST')
  if (otp.wrongTries >= MAX_WRONG_TRIES) return { deadFor: otp.phone }
  if (otp.isExpired) return refuse('OTP_EXPIRED')
  // What is no six digits is no code, and a wrong one all the same.
  const code = latinDigits(otpCode).trim()
  if (!timingSafeEqual(otp.codeHash, hashOf(`${otpToken}:${code}`))) {
    await tx.query('update otp set wrong_tries = wrong_tries + 1 where token_hash = $1', [tokenHash])
    return otp.wrongTries + 1 >= MAX_WRONG_TRIES ? { deadFor: otp.phone } : refuse('OTP_CODE_INVALID')
  }
  await tx.query('update otp set verified_at = coalesce(verified_at, now()) where token_hash = $1', [
    tokenHash,
  ])
  return { code: 'OTP_CODE_VALID' as const }
}

function mountVerify(context: RouteContext): void {
  mount(
    context,
    verifyOtp,
    async ({ body }) => {
      const judged = await context.database.transaction((tx) => judgeCode(tx, body))
      return 'deadFor' in judged
        ? refuse('OTP_BLOCK', { retryAfter: await secondsToNextCode(context, judged.deadFor) })
        : judged
    },
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
