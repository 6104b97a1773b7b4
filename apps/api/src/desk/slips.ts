import { type DeskSlip, deskSlipPicture } from '@kapao/contract/desk-member'
import { isSameBank } from '@kapao/emv/bank-codes'
import { fromMinorUnits } from '@kapao/money/minor'
import type { Queries } from '../database/database.ts'
import type { UnmatchedReason } from '../deposit/bank-event.ts'
import { DOUBTS } from '../deposit/doubts.ts'
import { REGISTERED_AFTER } from '../deposit/sender.ts'
import { signFileUrl } from '../files/signed-url.ts'
import { refuse } from '../http/refusal.ts'
import { bankNamesOf } from '../operator/bank-names.ts'
import type { Bank, OperatorState } from '../operator/operator.ts'
import { audit } from '../staff/audit.ts'
import { findDeskConversation } from './find-conversation.ts'
import { type DeskContext, mountDesk } from './route.ts'

const SLIPS_SHOWN = 5

interface SlipRow extends Pick<DeskSlip, 'reference' | 'state' | 'reason' | 'transRef' | 'hasPicture'> {
  readonly createdAt: Date
  readonly amountMinor: bigint | null
  readonly sendingBank: string | null
}

interface WaitingRow {
  readonly id: bigint
  readonly transRef: string
  readonly fromBankCode: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly unmatchedReason: UnmatchedReason | null
}

/**
 * What came in under these references and is nobody's yet. What was set aside was looked into: it waits no more. Nor does what likely is nobody's: the
 * operator's own, and what looks like a transfer that was credited. What was sent before its account was written in is somebody's; whose is to be found out.
 */
async function readWaiting(queries: Queries, slips: readonly SlipRow[]): Promise<readonly WaitingRow[]> {
  const references = slips.flatMap(({ transRef }) => transRef ?? [])
  if (references.length === 0) return []
  const rows = await queries.query<WaitingRow>(
    `select id, trans_ref, from_bank_code, amount_minor, currency, unmatched_reason from bank_event
     where trans_ref = any($1) and state = 'unmatched' and aside_because is null`,
    [references],
  )
  return rows.filter(
    ({ unmatchedReason: reason }) =>
      reason === null || reason === REGISTERED_AFTER || DOUBTS[reason] === null,
  )
}

/** The bank that a slip's code says, where the operator lists it. */
function listedBank({ banks }: OperatorState, sendingBank: string): Bank | undefined {
  return [...banks.values()].find(({ code }) => isSameBank(code, sendingBank))
}

/** The member's latest slips, as whoever has to find their money needs them. */
export async function readSlips(
  queries: Queries,
  state: OperatorState,
  memberId: bigint,
): Promise<DeskSlip[]> {
  const slips = await queries.query<SlipRow>(
    `select reference, created_at, state, reason, amount_minor, sending_bank, trans_ref, file_name is not null as has_picture
     from slip where member_id = $1 order by id desc limit $2`,
    [memberId, SLIPS_SHOWN],
  )
  const waiting = await readWaiting(queries, slips)
  return slips.map(({ createdAt, amountMinor, sendingBank, ...slip }) => {
    const bank = sendingBank === null ? undefined : listedBank(state, sendingBank)
    // Two banks may give the same reference. A code that names a bank as nobody else does tells none from another.
    const found = waiting.find(
      ({ transRef, fromBankCode }) =>
        transRef === slip.transRef && (!bank || isSameBank(fromBankCode, bank.code)),
    )
    return {
      ...slip,
      createdAt: createdAt.toISOString(),
      amount: amountMinor === null ? null : fromMinorUnits(amountMinor),
      sentFrom: bank
        ? bankNamesOf(bank)
        : sendingBank === null
          ? null
          : { nameTH: sendingBank, nameEN: sendingBank },
      waits: found ? waitsOf(found) : null,
    }
  })
}

function waitsOf({ id, amountMinor, currency }: WaitingRow) {
  return { deposit: String(id), amount: fromMinorUnits(amountMinor), currency }
}

/** A slip shows whose account it was, and how much: as with the member, nobody looks unseen. */
export function mountSlipPicture(context: DeskContext): void {
  const { database, sealKeys } = context
  mountDesk(context, deskSlipPicture, async ({ params, guarded: staff, ip }) => {
    const { conversationId, reference } = params
    const found = await findDeskConversation(database, conversationId)
    const [slip] = await database.query<{ fileName: string | null; member: string }>(
      `select s.file_name, m.public_id as member from slip s join member m on m.id = s.member_id
       where s.reference = $1 and s.member_id = $2`,
      [reference, found?.memberId ?? null],
    )
    if (!slip?.fileName) return refuse('NO_DATA')
    const details = { member: slip.member, slip: reference }
    await audit(database, { staffId: staff.id, action: 'slip-seen', conversationId, details, ip })
    // The desk is of the API's own origin.
    return { url: signFileUrl(sealKeys.present, slip.fileName) }
  })
}
