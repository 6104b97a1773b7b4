import type { UnmatchedReason } from './bank-event.ts'

/** Why money is likely to be nobody's, in words; null where it is somebody's. */
export const NOBODYS: Readonly<Record<UnmatchedReason, string | null>> = {
  OWN_ACCOUNT: 'comes from an account of the operator’s',
  LIKE_ANOTHER: 'looks like one that was credited by a slip under another reference',
  OTHER_CURRENCY: null,
  UNKNOWN_REFERENCE: null,
  MANUAL_ACCOUNT: null,
  UNKNOWN_SENDER: null,
}
