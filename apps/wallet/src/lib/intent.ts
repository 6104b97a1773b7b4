/**
 * One idempotency key per thing the player means to do (facts: double taps, retries after a lost answer). The same content gives the
 * same key until an answer settles it; other content is another intent. Make one per opened form, in its state.
 */
import { randomUuid } from './random-uuid.ts'

interface Failed {
  readonly kind: string
  readonly message?: string
}

export interface Intent {
  /** The key to send with this content. `content` is anything that names it, such as `WALLET>PG:10000`. */
  keyFor(content: string): string
  /** Call it with every result: a success or a refusal ends the intent, a lost answer keeps it for the retry. */
  settle(result: { readonly ok: boolean; readonly failure?: Failed }): void
}

export function createIntent(): Intent {
  let open: { content: string; key: string } | null = null
  return {
    keyFor(content) {
      if (open?.content !== content) open = { content, key: randomUuid() }
      return open.key
    },
    settle(result) {
      if (result.ok || (result.failure && !isOutcomeUnknown(result.failure))) open = null
    },
  }
}

/** Whether a write may have happened all the same: no answer came, or the server broke while it was at it. */
export function isOutcomeUnknown(failure: Failed): boolean {
  return failure.kind !== 'refused' || failure.message === 'INTERNAL_SERVER_ERROR'
}
