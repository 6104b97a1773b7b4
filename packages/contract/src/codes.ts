/**
 * Every refusal that a call may answer with: the catalogue of spec §8, then our own additions (api: conventions). The wire's
 * spellings are kept even where they are misspelt: they are the contract.
 */
export const catalogueCodes = [
  'gone',
  'invalid-token',
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
  'INVALID_IP',
  'WRONG_CREDENTIAL',
  'WRONG_PASSWORD',
  'NO_USER',
  'INACTIVE_USER',
  'LOGIN_FAIL',
  'OTP_BLOCK',
  'OTP_TOKEN_INVALID',
  'OTP_NOT_EXIST',
  'OTP_VERIFIED',
  'OTP_EXPIRED',
  'OTP_CODE_INVALID',
  'OTP_CODE_VALID',
  'UNVERIFIED_OTP',
  'OTP_SEND_FAIL',
  'OTP_VERIFY_FAIL',
  'EXISTING_USER',
  'EXISTING_BANK',
  'INVALID_USER_INFO',
  'INVALID_BANK',
  'BANK_ACCOUNT_NAME_ENG',
  'REGISTER_FAIL',
  'PHONE_NUMBER_REQUIRE_10_DIGIT',
  'REQUEST_LIMIT',
  'REQUEST_LIMIT_1MIN',
  'BONUS_REMAINING',
  'BONUS_ALREADY_ACTIVE',
  'BONUS_MAX_CLAIMED',
  'BONUS_CONDITION',
  'BONUS_CLEAR',
  'BONUS_FULL',
  'NO_PROMOTION',
  'PROMOTION_RECEIVED',
  'INVITE_COLLECT',
  'INVITE_INACTIVE',
  'NO_INVITE_BONUS',
  'NO_INVITEE_PLAY_INFO',
  'INVITE_BONUS_SUCCESS',
  'INVITE_BONUS_FAIL',
  'NO_REFUND',
  'REFUND_CONDITION',
  'REFUND_SUCCESS',
  'REFUND_INACTIVE',
  'REFUND_MINIMUM',
  'NO_BANK',
  'NO_WALLET',
  'NO_GAME',
  'SLOT_ALREADY_ACTIVE',
  'SLOT_ACTIVATE_FAIL',
  'SLOT_NO_ACCOUNT',
  'SLOT_RESET_PASSWORD_FAIL',
  'GAME_ACTIVATION_FAIL',
  'NOT_AREASLOT',
  'NOT_UFABET',
  'TRANSFER_MINIMUM',
  'MONEY_NOT_ENOUGH',
  'TRANSFER_FAIL',
  'QR_FAIL',
  'SLIP_UPLOAD_FAIL',
  'SLIP_NO_FILE',
  'SLIP_INVALID_FILE',
  'TRUELINK_DUPLICATE',
  'TRUELINK_INVALID',
  'INTERNAL_SERVER_ERROR',
  'KEY_MISSING',
  'KEY_INVALID',
  'NO_DATA',
  'OK',
  'SUCCESS',
  'NO_CLAIMABLE_COUPON',
  'INVALID_PRIZE_CODE',
  'INVALID_CODE',
  'INVALID_COUPON_TYPE',
  'COUPON_EXPIRED',
] as const

export const ownCodes = [
  'BAD_REQUEST',
  'WITHDRAW_LIMIT',
  'NO_COIN',
  'FILE_NOT_SUPPORTED',
  'FILE_TOO_LARGE',
  'NOT_ALLOWED',
  'OVERLOADED',
] as const

/** Only calls of the desk answer with these: no wallet has words for them. */
const deskCodes = ['CHANGED_MEANWHILE'] as const

/** What the wire's own calls may be answered. */
export type WireCode = (typeof catalogueCodes)[number] | (typeof ownCodes)[number]
export type RefusalCode = WireCode | (typeof deskCodes)[number]

const knownCodes: ReadonlySet<string> = new Set([...catalogueCodes, ...ownCodes, ...deskCodes])

export function isRefusalCode(text: string): text is RefusalCode {
  return knownCodes.has(text)
}
