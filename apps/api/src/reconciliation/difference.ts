/** One thing that is not as it must be: what kind, which one, what our books say, and what the other side (or the sum, or the seal) says. */
export interface Difference {
  readonly kind: string
  readonly subject: string
  readonly ours: string
  readonly theirs: string
}
