// A row of the statement, as a player reads it.
export type Row = {
  type: 'deposit' | 'withdraw' | 'transfer' | 'bonus' | 'finish_bonus'
  /** With its sign, as "+250.25", in baht (builds.ts). */
  amount: string
  from: string
  to: string
  status: 'success' | 'failed' | 'in-progress'
  /** Of a bonus that ended: what became of its money, said instead of from and to. */
  end?: 'kept' | 'taken' | 'not-taken'
  /** Of the bonus or the like behind it. */
  description?: string
}
