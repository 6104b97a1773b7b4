import { listInviteBanners, listInvites, receiveInviteBonus } from '@kapao/contract/invite'
import { add, fromMinorUnits } from '@kapao/money/minor'
import { creditUnderCondition, isInDoubt, lockActive } from '../condition/condition.ts'
import type { Queries } from '../database/database.ts'
import { askBase, type KnownBase } from '../games/ask-balances.ts'
import type { GameContext } from '../games/game-context.ts'
import { bannersAt } from '../http/picture-address.ts'
import { refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import { type KeptAnswer, once } from '../intent/intent.ts'
import type { OperatorState } from '../operator/operator.ts'
import type { Member } from '../session/session.ts'
import { maskName } from './mask-name.ts'

interface Standing {
  readonly invited: number
  readonly deposited: number
  readonly collected: number
  readonly amountMinor: bigint
}

async function standingOf(queries: Queries, memberId: bigint): Promise<Standing> {
  const [row] = await queries.query<Standing>(
    `select count(*)::int as invited, count(deposited_at)::int as deposited, count(condition_id)::int as collected,
       coalesce(sum(earned_minor) filter (where condition_id is null), 0)::bigint as amount_minor
     from invite where inviter_id = $1`,
    [memberId],
  )
  if (!row) throw new Error('a sum has no row')
  return row
}

/** Why there is nothing to receive, the most telling reason first. */
function refuseNothing({ invited, deposited, collected }: Standing) {
  if (collected > 0) return refuse('INVITE_COLLECT')
  return refuse(invited > 0 && deposited === 0 ? 'NO_INVITEE_PLAY_INFO' : 'NO_INVITE_BONUS')
}

/**
 * `base`: what is known of the condition's. While it is unsure what was earned waits; of `nothing` was earned when it was asked for, and what has been since is
 * received the next time.
 */
async function receive(tx: Queries, state: OperatorState, member: Member, base: KnownBase) {
  const active = await lockActive(tx, member.id)
  const standing = await standingOf(tx, member.id)
  if (standing.amountMinor === 0n || base === 'nothing') return refuseNothing(standing)
  if (active) return refuse('BONUS_REMAINING')
  // A transfer that is under way leaves the base open, too, also one that was not yet when the games were asked.
  if (base === 'unsure' || (await isInDoubt(tx, member.id))) return refuse('INVITE_BONUS_FAIL')
  // Locked before they are summed: what a friend's deposit adds meanwhile is received the next time.
  const rows = await tx.query<{ inviteeId: bigint; earnedMinor: bigint }>(
    `select invitee_id, earned_minor from invite where inviter_id = $1 and earned_minor > 0 and condition_id is null
     order by invitee_id for update`,
    [member.id],
  )
  const amount = add(...rows.map((row) => fromMinorUnits(row.earnedMinor)))
  const condition = await creditUnderCondition(tx, member, {
    kind: 'invite',
    description: state.inviteDescription,
    amount,
    successPercent: state.inviteSuccessPercent,
    failPercent: state.inviteFailPercent,
  })
  await tx.query('update invite set condition_id = $1 where invitee_id = any($2::bigint[])', [
    condition,
    rows.map((row) => row.inviteeId),
  ])
  const received: KeptAnswer = { status: 200, answer: { message: 'INVITE_BONUS_SUCCESS', amount } }
  return received
}

export function mountInvite(context: GameContext): void {
  const { database, operator } = context
  mount(
    context,
    receiveInviteBonus,
    async ({ member, intent }) => {
      const state = operator.current()
      if (!state.inviteActive) return refuse('INVITE_INACTIVE')
      // The base must hold what was won since the last look.
      const { amountMinor } = await standingOf(database, member.id)
      const base = await askBase(context, member.id, fromMinorUnits(amountMinor))
      return once(database, intent, (tx) => receive(tx, state, member, base))
    },
    { failure: 'INVITE_BONUS_FAIL' },
  )

  mount(context, listInvites, async ({ body, member }) => {
    const rows = await database.query<{
      name: string
      earnedMinor: bigint
      createdAt: Date
      depositedAt: Date | null
    }>(
      `select m.name, i.earned_minor, i.created_at, i.deposited_at from invite i join member m on m.id = i.invitee_id
       where i.inviter_id = $1 order by i.created_at desc, i.invitee_id desc limit $2 offset $3`,
      [member.id, body.limit, (body.page - 1) * body.limit],
    )
    const { invited } = await standingOf(database, member.id)
    return {
      total: invited,
      invites: rows.map((row) => ({
        from: { name: maskName(row.name) },
        amount: fromMinorUnits(row.earnedMinor),
        createdAt: row.createdAt.toISOString(),
        ...(row.depositedAt && { depositedAt: row.depositedAt.toISOString() }),
      })),
    }
  })

  mount(context, listInviteBanners, async ({ apiOrigin }) => ({
    banners: bannersAt(apiOrigin, operator.current().inviteBanners),
  }))
}
