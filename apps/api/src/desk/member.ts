import { deskMember } from '@kapao/contract/desk-member'
import { add, fromMinorUnits, ZERO } from '@kapao/money/minor'
import { creditsToWallet } from '@kapao/money/ratio'
import type { Queries } from '../database/database.ts'
import { readCredits } from '../games/game-account.ts'
import { refuse } from '../http/refusal.ts'
import { walletBalance } from '../ledger/accounts.ts'
import { bankNamesOf } from '../operator/bank-names.ts'
import { audit } from '../staff/audit.ts'
import { readStatements } from '../statement/statement.ts'
import { findDeskConversation } from './find-conversation.ts'
import { type DeskContext, mountDesk } from './route.ts'
import { readSlips } from './slips.ts'

const STATEMENTS_SHOWN = 10

const ACCOUNTS_SHOWN = 5

interface AccountRow {
  readonly bankCode: string
  readonly bankAccountName: string
  readonly bankAccountNo: string
  readonly nameTh: string
  readonly nameEn: string
  readonly nameLa: string | null
}

interface MemberRow extends AccountRow {
  readonly publicId: string
  readonly name: string
  readonly username: string
  readonly isActive: boolean
  readonly createdAt: Date
  readonly currency: string
}

function accountOf(row: AccountRow) {
  const { bankCode, bankAccountName, bankAccountNo } = row
  return { bankCode, bankAccountName, bankAccountNo, bank: bankNamesOf(row) }
}

async function readMember(queries: Queries, id: bigint): Promise<MemberRow> {
  const [row] = await queries.query<MemberRow>(
    `select m.public_id, m.name, m.username, m.is_active, m.created_at, m.currency, m.bank_code,
       m.bank_account_name, m.bank_account_no, b.name_th, b.name_en, b.name_la
     from member m join bank b on b.code = m.bank_code where m.id = $1`,
    [id],
  )
  if (!row) throw new Error('the member of a conversation is not there')
  return row
}

/** Of a bank that is gone its symbol is all that there is. */
async function readAccountsBefore(queries: Queries, memberId: bigint) {
  const rows = await queries.query<AccountRow & { until: Date }>(
    `select a.bank_code, a.bank_account_name, a.bank_account_no, a.until, coalesce(b.name_th, a.bank_code) as name_th,
       coalesce(b.name_en, a.bank_code) as name_en, b.name_la
     from account_before a left join bank b on b.code = a.bank_code
     where a.member_id = $1 order by a.until desc, a.id desc limit $2`,
    [memberId, ACCOUNTS_SHOWN],
  )
  return rows.map((row) => ({ ...accountOf(row), until: row.until.toISOString() }))
}

/** Who the member is and what they have, beside the chat. Written down before it is shown: nobody looks unseen. */
export function mountDeskMember(context: DeskContext): void {
  const { database, operator, region } = context
  mountDesk(context, deskMember, async ({ params, guarded: staff, ip }) => {
    const { conversationId } = params
    const found = await findDeskConversation(database, conversationId)
    if (!found?.memberId) return refuse('NO_DATA')
    const { memberId } = found
    const row = await readMember(database, memberId)
    const details = { member: row.publicId }
    await audit(database, { staffId: staff.id, action: 'member-seen', conversationId, details, ip })
    const wallet = (await walletBalance(database, memberId)) ?? ZERO
    const credits = await readCredits(database, memberId)
    const state = operator.current()
    const allGames = [...state.allGames.values()]
    const games = allGames.flatMap(({ code, name, ratios }) => {
      const [held, ftWalletSlot] = [credits.get(code), ratios.get(row.currency)]
      if (held === undefined || ftWalletSlot === undefined) return []
      const amount = fromMinorUnits(held)
      return { code, name, amount, ftWalletSlot, worth: creditsToWallet(amount, ftWalletSlot) }
    })
    const { publicId: _id, name, username, isActive } = row
    return {
      profile: { _id, name, username, isActive, createdAt: row.createdAt.toISOString() },
      bankAccount: accountOf(row),
      accountsBefore: await readAccountsBefore(database, memberId),
      currency: row.currency,
      wallet,
      total: games.reduce((sum, one) => add(sum, one.worth), wallet),
      games,
      gameNames: Object.fromEntries(allGames.map(({ code, name }) => [code, name])),
      country: region,
      slips: await readSlips(database, state, memberId),
      statements: await readStatements(database, memberId, STATEMENTS_SHOWN, 0),
    }
  })
}
