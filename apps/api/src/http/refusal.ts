import type { RefusalCode } from '@kapao/contract/codes'
import { type Minor, toWire } from '@kapao/money/minor'

/** A refusal is a value: a rule said no. Exceptions are for bugs and outages. */
export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly refused: Code
  readonly field?: string
  readonly min?: number
  readonly max?: number
  readonly retryAfter?: number
  /** The games that did not give what they hold. */
  readonly failed?: readonly string[]
  /** No rule said no: it could not be done, for a reason of ours. */
  readonly isFailure?: true
}

interface Details {
  readonly field?: string
  readonly min?: Minor
  readonly max?: Minor
  /** Seconds. */
  readonly retryAfter?: number
}

export function refuse<const Code extends RefusalCode>(code: Code, details: Details = {}): Refusal<Code> {
  return {
    refused: code,
    ...(details.field !== undefined && { field: details.field }),
    ...(details.min !== undefined && { min: toWire(details.min) }),
    ...(details.max !== undefined && { max: toWire(details.max) }),
    ...(details.retryAfter !== undefined && { retryAfter: details.retryAfter }),
  }
}

/** A call's own word for what could not be done for a reason of ours. Its status is the failure's, also where a rule may say the same. */
export function failed(code: RefusalCode): Refusal {
  return { refused: code, isFailure: true }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value
}

type Status = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 503

/** Each code's HTTP status (api: conventions). A code without one does not compile. */
const statuses: { readonly [Code in RefusalCode]: Status } = {
  gone: 410,
  'invalid-token': 401,
  UNAUTHORIZED: 401,
  EXPIRED_AUTH_TOKEN: 401,
  INVALID_USER_1: 401,
  INVALID_USER_2: 401,
  INVALID_USER_3: 401,
  INVALID_USER_4: 401,
  INVALID_IP: 403,
  WRONG_CREDENTIAL: 401,
  WRONG_PASSWORD: 400,
  NO_USER: 400,
  INACTIVE_USER: 403,
  LOGIN_FAIL: 400,
  OTP_BLOCK: 429,
  OTP_TOKEN_INVALID: 400,
  OTP_NOT_EXIST: 400,
  OTP_VERIFIED: 409,
  OTP_EXPIRED: 400,
  OTP_CODE_INVALID: 400,
  OTP_CODE_VALID: 400,
  UNVERIFIED_OTP: 400,
  OTP_SEND_FAIL: 400,
  OTP_VERIFY_FAIL: 500,
  EXISTING_USER: 409,
  EXISTING_BANK: 409,
  INVALID_USER_INFO: 400,
  INVALID_BANK: 400,
  BANK_ACCOUNT_NAME_ENG: 400,
  REGISTER_FAIL: 500,
  PHONE_NUMBER_REQUIRE_10_DIGIT: 400,
  REQUEST_LIMIT: 429,
  REQUEST_LIMIT_1MIN: 429,
  BONUS_REMAINING: 409,
  BONUS_ALREADY_ACTIVE: 409,
  BONUS_MAX_CLAIMED: 409,
  BONUS_CONDITION: 409,
  BONUS_CLEAR: 409,
  BONUS_FULL: 409,
  NO_PROMOTION: 400,
  PROMOTION_RECEIVED: 409,
  INVITE_COLLECT: 400,
  INVITE_INACTIVE: 403,
  NO_INVITE_BONUS: 400,
  NO_INVITEE_PLAY_INFO: 400,
  INVITE_BONUS_SUCCESS: 400,
  INVITE_BONUS_FAIL: 400,
  NO_REFUND: 400,
  REFUND_CONDITION: 400,
  REFUND_SUCCESS: 400,
  REFUND_INACTIVE: 403,
  REFUND_MINIMUM: 400,
  NO_BANK: 400,
  NO_WALLET: 400,
  NO_GAME: 404,
  SLOT_ALREADY_ACTIVE: 409,
  SLOT_ACTIVATE_FAIL: 400,
  SLOT_NO_ACCOUNT: 400,
  SLOT_RESET_PASSWORD_FAIL: 400,
  GAME_ACTIVATION_FAIL: 400,
  NOT_AREASLOT: 400,
  NOT_UFABET: 400,
  TRANSFER_MINIMUM: 400,
  MONEY_NOT_ENOUGH: 400,
  TRANSFER_FAIL: 400,
  QR_FAIL: 400,
  SLIP_UPLOAD_FAIL: 403,
  SLIP_NO_FILE: 400,
  SLIP_INVALID_FILE: 415,
  TRUELINK_DUPLICATE: 409,
  TRUELINK_INVALID: 400,
  INTERNAL_SERVER_ERROR: 500,
  KEY_MISSING: 400,
  KEY_INVALID: 409,
  NO_DATA: 404,
  OK: 400,
  SUCCESS: 400,
  NO_CLAIMABLE_COUPON: 400,
  INVALID_PRIZE_CODE: 400,
  INVALID_CODE: 400,
  INVALID_COUPON_TYPE: 400,
  COUPON_EXPIRED: 400,
  BAD_REQUEST: 400,
  WITHDRAW_LIMIT: 400,
  NO_COIN: 400,
  FILE_NOT_SUPPORTED: 415,
  FILE_TOO_LARGE: 413,
  NOT_ALLOWED: 403,
  OVERLOADED: 503,
  CHANGED_MEANWHILE: 409,
}

export function statusOf(code: RefusalCode): Status {
  return statuses[code]
}

export function statusOfRefusal({ refused, isFailure }: Refusal): Status {
  return isFailure ? 500 : statusOf(refused)
}

/** The JSON body of a refusal. */
export function refusalBody(refusal: Refusal, requestId: string): object {
  const { refused, isFailure: _, ...details } = refusal
  return { message: refused, ...details, requestId }
}
