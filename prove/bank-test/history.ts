// What was asked and what was answered, in the manner of Jepsen: every call is written down before it is made, and what became of it
// after. A call whose answer never came may have happened or not; the check has to live with both.

/** How one try of a call ended, as its client saw it. */
export type Outcome =
  | { readonly kind: 'ok'; readonly answer: unknown }
  /** The server's word that it is under way: the money is on hold. */
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'refused'; readonly code: string }
  /** It cannot have arrived: nobody listened. */
  | { readonly kind: 'unsent' }
  /** Lost on the way there or back, or an answer of 5xx. */
  | { readonly kind: 'unknown'; readonly why: string }

export type OperationKind =
  | 'transfer in'
  | 'transfer out'
  | 'transfer between'
  | 'withdraw'
  | 'deposit'
  | 'QR deposit'
  | 'gift'
  | 'choose bonus'
  | 'clear bonus'
  | 'spin'
  | 'claim coupon'
  | 'read'

export interface Operation {
  readonly kind: OperationKind
  /** The member's phone, which is also the name in the books. */
  readonly member: string
  /** The Idempotency-Key of the intent; null where the call has none. */
  readonly key: string | null
  /** In satang; null where the call names none. */
  readonly amount: bigint | null
  /** What else names it: a gift's link, a coupon's id, a bonus's code. */
  readonly subject: string | null
  /** Made while everything was being killed, oldest first. */
  readonly tries: Outcome[]
  /** The answer to the same intent once all was well again and nothing of it could still be under way. */
  final: Outcome | null
}

/**
 * One word for all tries of an operation. What was ever confirmed stays confirmed. A refusal after a lost answer does not speak for the
 * lost one, which may still be under way and be judged by other balances; only the final answer does.
 */
export function verdictOf({ tries, final }: Pick<Operation, 'tries' | 'final'>): Outcome['kind'] {
  const kinds = new Set([...tries, ...(final ? [final] : [])].map(({ kind }) => kind))
  if (kinds.has('ok')) return 'ok'
  if (kinds.has('in-progress')) return 'in-progress'
  if (final?.kind === 'refused') return 'refused'
  if (kinds.has('unknown')) return 'unknown'
  return kinds.has('refused') ? 'refused' : 'unsent'
}

/** The answer that counts: the first that was a yes. */
export function answerOf({ tries, final }: Operation): unknown {
  const yes = [...tries, ...(final ? [final] : [])].find((outcome) => outcome.kind === 'ok')
  return yes?.answer ?? null
}

export class History {
  readonly operations: Operation[] = []

  /** How many tries of each operation there have been so far. */
  mark(): ReadonlyMap<Operation, number> {
    return new Map(this.operations.map((one) => [one, one.tries.length]))
  }

  /**
   * Tries since then whose answer was cut off, or could not even be asked for: what each of them was, and why. One that its client did not wait for is
   * none of these.
   */
  lost(since: ReadonlyMap<Operation, number>): string[] {
    return this.operations.flatMap((operation) =>
      operation.tries.slice(since.get(operation) ?? 0).flatMap((one) => {
        if (one.kind === 'unsent') return [`${operation.kind}: unsent`]
        return one.kind === 'unknown' && one.why !== 'TimeoutError' ? [`${operation.kind}: ${one.why}`] : []
      }),
    )
  }

  begin(operation: Omit<Operation, 'tries' | 'final'>): Operation {
    const begun: Operation = { ...operation, tries: [], final: null }
    this.operations.push(begun)
    return begun
  }
}
