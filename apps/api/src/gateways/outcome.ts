/**
 * What came of a call to the outside world that moves money: three outcomes, never two. Unknown (time-out, broken connection, 5xx,
 * an answer that makes no sense) is a state of its own: the money may or may not have moved, and only asking again can tell.
 */
export type Outcome<Confirmed extends object> =
  | ({ readonly kind: 'confirmed' } & Confirmed)
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** What a status call may say besides: the other side is still at it, or has never heard of it. */
export type Standing<Confirmed extends object> =
  | Outcome<Confirmed>
  | { readonly kind: 'pending' }
  | { readonly kind: 'not-found' }

/**
 * A page of the other side's own list, oldest first, and the cursor to go on from. Null: it did not answer. 'none': it has no such list, and
 * can only be asked about what we know ourselves.
 */
export type ListPage<Item> = { readonly items: readonly Item[]; readonly cursor: string } | 'none' | null
