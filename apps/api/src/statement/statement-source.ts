/** What a line can belong to: the tables, and the end of a condition, which has a line beside the one of its beginning. */
export type StatementSource =
  | 'game_transfer'
  | 'withdrawal'
  | 'bank_event'
  | 'voucher_redemption'
  | 'condition'
  | 'condition_end'
  | 'coupon'
