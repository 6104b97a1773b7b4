/**
 * One idempotency key per thing the player means to do (facts: double taps, retries after a lost answer). The same content gives the
 * same key until an answer settles it; other content is another intent. Make one per opened form, in its state.
 */
import { randomUuid } from './random-uuid.ts'

export interface Intent {
  /** The key to send with this content. `content` is anything that names it, such as `WALLET>PG:10000`. */
  keyFor(content: string): string
  /** Call it with every result: a success or a refusal ends the intent, a lost answer keeps it for the retry. */
  settle(result: { readonly ok: boolean; readonly failure?: { readonly kind: string } }): void
}

export function createIntent(): Intent {
  let open: { content: string; key: string } | null = null
  return {
    keyFor(content) {
      if (open?.content !== content) open = { content, key: randomUuid() }
      return open.key
    },
    settle(result) {
      if (result.ok || result.failure?.kind === 'refused') open = null
    },
  }
}
