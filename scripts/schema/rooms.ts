// Which folder of apps/api/src a table, view, type or function belongs to. Patterns, so that most of what a room adds finds its place;
// what fits nowhere fails the making of apps/api/schema.sql.

/** In the order in which they are read. */
const ROOMS: readonly (readonly [room: string, pattern: RegExp])[] = [
  [
    'operator',
    /^(?:bank|game|wheel|wheel_slice|bonus|promotion|registration_source|operator_(?:account|setting|wallet)|announce_operator_change|keep_account_number)$/,
  ],
  ['member', /^(?:member|account_before|keep_account_before)$/],
  ['session', /^(?:session|familiar_network|announce_session_end)$/],
  ['otp', /^otp$/],
  ['intent', /^intent$/],
  ['http', /^\w+_window$/],
  ['ledger', /^ledger_(?!movement_text$|seal_next$|settled_id$)/],
  ['statement', /^statement$/],
  ['deposit', /^(?:qr_code|deposit_\w+|bank_event|feed_cursor)$/],
  ['slip', /^slip$/],
  ['truelink', /^voucher_/],
  ['withdraw', /^(?:withdrawal|payout_hold)$/],
  ['games', /^(?:game_\w+|doubtful_accounts)$/],
  ['condition', /^(?:condition(?:_\w+)?|member_(?:total|least|most)|period_start)$/],
  ['invite', /^invite$/],
  ['refund', /^(?:refund|loss_mark|member_(?:lost|held))$/],
  ['wheel', /^(?:coin_\w+|wheel_spin|coupon)$/],
  ['chat', /^chat_(?!note$|ended_session$)/],
  ['desk', /^(?:chat_note|chat_ended_session|canned_reply)$/],
  [
    'staff',
    /^(?:staff(?:_\w+)?|operator_change(?:_text)?|audit_\w+|refuse_change|note_\w+|ledger_(?:movement_text|seal_next|settled_id))$/,
  ],
  ['reconciliation', /^(?:reconciliation(?:_\w+)?|named_outside)$/],
  ['database', /^migration$/],
]

export const roomNames: readonly string[] = ROOMS.map(([room]) => room)

/** Throws when no room, or more than one, takes what is named so. */
export function roomOf(name: string): string {
  const fitting = ROOMS.filter(([, pattern]) => pattern.test(name)).map(([room]) => room)
  const [room] = fitting
  if (room === undefined || fitting.length > 1)
    throw new Error(
      `${name} belongs to ${fitting.join(' and ') || 'no room'}: say whose it is in scripts/schema/rooms.ts`,
    )
  return room
}
