import type { UnmatchedReason } from './bank-event.ts'

/** Why it is not sure that money is whose it is said to be. */
export type Doubt = UnmatchedReason | 'ANOTHERS'

/** In words; null where nothing speaks against it. */
export const DOUBTS: Readonly<Record<Doubt, string | null>> = {
  OWN_ACCOUNT: 'comes from an account of the operator’s',
  LIKE_ANOTHER: 'looks like one that was credited by a slip under another reference',
  OTHER_CURRENCY: null,
  UNKNOWN_REFERENCE: null,
  MANUAL_ACCOUNT: null,
  UNKNOWN_SENDER: null,
  REGISTERED_AFTER: 'was sent before whoever has its account now changed to it',
  ANOTHERS: 'comes from the account of another member',
}
