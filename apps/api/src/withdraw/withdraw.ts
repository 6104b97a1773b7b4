import { randomUUID } from 'node:crypto'
import { withdraw, withdrawAll } from '@kapao/contract/wallet'
import type { Minor } from '@kapao/money/minor'
import { findActive, lockActive } from '../condition/condition.ts'
import { boundsToTell } from '../condition/rule.ts'
import type { Queries } from '../database/database.ts'
import { askBalances } from '../games/ask-balances.ts'
import { collectGames } from '../games/collect.ts'
import type { GameContext } from '../games/game-context.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { type Handler, mount } from '../http/route.ts'
import { BEGUN_FOR_MS, begin, type KeptAnswer, once } from '../intent/intent.ts'
import { postIfCovered } from '../ledger/accounts.ts'
import { offeredAccounts } from '../operator/accounts.ts'
import type { OperatorState } from '../operator/operator.ts'
import { judgeAgain, type Member } from '../session/session.ts'
import { addStatement } from '../statement/statement.ts'

const succeeded: KeptAnswer = { status: 200, answer: { message: 'SUCCESS' } }

/** Judges an amount by the operator's limits for the member's currency. */
function judgeAmount(state: OperatorState, member: Member, amount: Minor) {
  if (amount <= 0n) return refuse('TRANSFER_MINIMUM', { field: 'amount' })
  const min = state.withdrawMin[member.currency]
  const max = state.withdrawMax[member.currency]
  if (min === undefined || max === undefined) return refuse('NO_BANK')
  return amount < min || amount > max ? refuse('WITHDRAW_LIMIT', { field: 'amount', min, max }) : null
}

/** Puts the amount on hold and writes the withdrawal down; the worker pays it out. */
async function openWithdrawal(tx: Queries, state: OperatorState, member: Member, amount: Minor) {
  const [account] = offeredAccounts(state, ['payout'], member.currency)
  if (!account) return refuse('NO_BANK')
  const condition = await lockActive(tx, member.id)
  // The games may have been asked for half a minute: who was put out meanwhile, or switched off, takes nothing away.
  const out = await judgeAgain(tx, member)
  if (out) return out
  if (condition?.standing.at === 'running') {
    return refuse('BONUS_CONDITION', { min: boundsToTell(condition.terms, condition.standing).successAt })
  }
  const id = randomUUID()
  const held = await postIfCovered(tx, {
    kind: 'withdraw-hold',
    reference: id,
    from: { memberId: member.id, kind: 'wallet' },
    to: { memberId: member.id, kind: 'hold' },
    amount,
  })
  if (held === 'insufficient') return refuse('MONEY_NOT_ENOUGH')
  await tx.query(
    `insert into withdrawal (id, member_id, amount_minor, currency, from_account_id, bank_code, bank_account_no, bank_account_name)
     select $1, m.id, $3, m.currency, $4, m.bank_code, m.bank_account_no, m.bank_account_name from member m where m.id = $2`,
    [id, member.id, amount, account.id],
  )
  await addStatement(tx, {
    memberId: member.id,
    type: 'withdraw',
    status: 'PENDING',
    from: 'WALLET',
    to: 'BANK',
    amount,
    sourceKind: 'withdrawal',
    sourceId: id,
  })
  await tx.query("select pg_notify('withdrawal', $1)", [id])
  return succeeded
}

/** What was won since the last look may have met the condition, so the games are asked before a player is told no. */
async function refuseUnfinished(context: GameContext, member: Member) {
  const seen = await findActive(context.database, member.id)
  if (seen?.standing.at !== 'running') return null
  await askBalances(context, member.id)
  const now = await findActive(context.database, member.id)
  if (now?.standing.at !== 'running') return null
  return refuse('BONUS_CONDITION', { min: boundsToTell(now.terms, now.standing).successAt })
}

export function mountWithdraw(context: GameContext): void {
  const { database, operator } = context

  mount(context, withdraw, async ({ body, member, intent }) => {
    const wrong = judgeAmount(operator.current(), member, body.amount)
    if (wrong) return wrong
    const unfinished = await refuseUnfinished(context, member)
    if (unfinished) return unfinished
    return once(database, intent, (tx) => openWithdrawal(tx, operator.current(), member, body.amount))
  })

  const collectAndWithdraw: Handler<typeof withdrawAll> = async ({ body, member, intent }) => {
    const wrong = judgeAmount(operator.current(), member, body.amount)
    if (wrong) return wrong
    return begin(database, intent, async () => {
      // The games are left alone when nothing may be paid out anyhow.
      const unfinished = await refuseUnfinished(context, member)
      if (unfinished) return unfinished
      const collected = await collectGames(context, member, '')
      const work = (tx: Queries) => openWithdrawal(tx, operator.current(), member, body.amount)
      const opened = await once(database, intent, work, { hasBegun: true })
      // Whether there is too little, or a game has not given it, only this tells.
      const failed = collected.filter((one) => one.isLeft || one.result === 'in-progress')
      return isRefusal(opened) && opened.refused === 'MONEY_NOT_ENOUGH' && failed.length > 0
        ? { ...opened, failed: failed.map(({ gameCode }) => gameCode) }
        : opened
    })
  }
  mount(context, withdrawAll, collectAndWithdraw, { abandonedAfterMs: BEGUN_FOR_MS })
}
