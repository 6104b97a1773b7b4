/**
 * What can be wrong. The first four are those of Jepsen's bank test (jepsen/src/jepsen/tests/bank.clj), by its names; the rest follow
 * from what this bank promises besides: an answer of 200 is in the books, once, all books agree, our own tables with our own ledger among them,
 * every member is shown what the books have, and a player's journey comes to its end.
 */
export const FINDING_KINDS = [
  'unexpected-key',
  'nil-balance',
  'wrong-total',
  'negative-value',
  'lost',
  'doubled',
  'other-answer',
  'unresolved',
  'differs-from-bank',
  'differs-from-game',
  'differs-from-issuer',
  'differs-from-itself',
  'shown-wrong',
  'died-by-itself',
  'journey',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

export interface Finding {
  readonly kind: FindingKind
  readonly detail: string
}

export function found(kind: FindingKind, detail: string): Finding {
  return { kind, detail }
}
