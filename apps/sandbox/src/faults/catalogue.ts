import { GAME_CODES } from '../games/catalogue.ts'

export const GAME_FAULTS = [
  'refuse',
  'timeout-before',
  'timeout-after',
  'error-after',
  'duplicate-id',
  'round-open',
  'partial',
  'late-status',
  'wrong-ratio',
  'maintenance',
  'exists',
  'slow',
  'stale-balance',
  'locked-funds',
  'no-cancel',
] as const
export const BANK_FAULTS = [
  'late',
  'held-back',
  'twice',
  'out-of-order',
  'silent',
  'other-reference',
  'late-pay',
  'refuse-payout',
  'payout-timeout',
  'slip-captcha',
  'slip-pending',
  'slip-not-found',
  'slip-no-answer',
  'slip-masked',
] as const
export const SMS_FAULTS = ['fail', 'slow'] as const
export const VOUCHER_FAULTS = ['timeout-after', 'expired', 'taken', 'no-ticket'] as const

export type GameFault = (typeof GAME_FAULTS)[number]
export type BankFault = (typeof BANK_FAULTS)[number]
export type SmsFault = (typeof SMS_FAULTS)[number]
export type VoucherFault = (typeof VOUCHER_FAULTS)[number]

/** Which faults each target knows. */
export const FAULTS_OF_TARGET: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['bank', BANK_FAULTS],
  ['sms', SMS_FAULTS],
  ['voucher', VOUCHER_FAULTS],
  ...GAME_CODES.map((code): [string, readonly string[]] => [`game:${code}`, GAME_FAULTS]),
])
