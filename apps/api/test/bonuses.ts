import { checkActiveBonus } from '@kapao/contract/bonus-active'
import { listStatements } from '@kapao/contract/statement'
import { activateGame, getGameAccount, refreshSlots, transfer } from '@kapao/contract/wallet'
import { parseDecimal } from './amounts.ts'
import { houseBalance } from './feed.ts'
import type { TestMember, TestServer } from './server.ts'

/** A bonus as a test needs it: 50 % of the deposit up to 500, success at 200 %, failed at 10 %. */
export async function offerBonus(
  server: TestServer,
  code: string,
  terms: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const offer = {
    description: `Bonus ${code}`,
    type: 'limit',
    maxReceived: 100,
    maxClaims: null,
    percent: 50,
    cap: { THB: 500 },
    minDeposit: { THB: 100 },
    successPercent: 200,
    failPercent: 10,
    ...terms,
  }
  await server.database.query(
    `insert into bonus (code, description, type, max_received, max_claims, percent, cap, min_deposit, success_percent, fail_percent, position)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 99)`,
    [
      code,
      offer.description,
      offer.type,
      offer.maxReceived,
      offer.maxClaims,
      offer.percent,
      JSON.stringify(offer.cap),
      JSON.stringify(offer.minDeposit),
      offer.successPercent,
      offer.failPercent,
    ],
  )
  await server.operator.reload()
}

export async function openGame(server: TestServer, member: TestMember, code = 'PG'): Promise<string> {
  await server.give(activateGame, { params: { code }, token: member.token })
  const { username } = await server.give(getGameAccount, { params: { code }, token: member.token })
  return username
}

export async function putIn(server: TestServer, member: TestMember, amount: number, code = 'PG') {
  await server.give(transfer, { body: { from: 'WALLET', to: code, amount }, token: member.token })
}

/** Wins or loses that many credits, and looks at the balances as the player would. */
export async function playAndLook(
  server: TestServer,
  member: TestMember,
  username: string,
  credits: string,
  code = 'PG',
): Promise<void> {
  server.gateways.game(code).play(username, parseDecimal(credits))
  await server.give(refreshSlots, { token: member.token })
}

/** The last transfers are longer ago than any provider tells an old balance for. */
export async function letTransfersAge(server: TestServer, member: TestMember): Promise<void> {
  await server.database.query(
    `update game_account set moved_at = moved_at - interval '1 minute' where member_id = $1`,
    [member.id],
  )
  await server.database.query(
    `update game_transfer set created_at = created_at - interval '1 minute', settled_at = settled_at - interval '1 minute'
     where member_id = $1`,
    [member.id],
  )
}

export function activeBonus(server: TestServer, member: TestMember) {
  return server.give(checkActiveBonus, { token: member.token })
}

export async function statementsOf(server: TestServer, member: TestMember) {
  const { statements } = await server.give(listStatements, {
    body: { page: 1, limit: 100 },
    token: member.token,
  })
  return statements
}

/** The expense on bonuses equals what members received less what was taken back, by the books and by the conditions. */
export async function proveBonuses(server: TestServer): Promise<void> {
  const [row] = await server.database.query<{ given: bigint; received: bigint; ended: bigint }>(
    `select (select coalesce(sum(bonus_minor) - sum(taken_minor), 0)::bigint from condition where applied_at is not null) as given,
       (select coalesce(sum(case kind when 'bonus' then amount_minor else -amount_minor end), 0)::bigint from ledger_movement
          where kind in ('bonus', 'bonus-taken')) as received,
       (select coalesce(sum(case when statement_type = 'bonus' then amount_minor when status = 'FAILED' then -amount_minor else 0 end), 0)::bigint
          from statement where source_kind in ('condition', 'condition_end')) as ended`,
  )
  const expense = -(await houseBalance(server, 'bonus'))
  if (!row || row.given !== expense || row.received !== expense || row.ended !== expense) {
    throw new Error(`bonus expense ${expense}, but ${JSON.stringify(row, (_k, v) => String(v))}`)
  }
  await server.proveBooks()
}
