import { getSlipUrl, listSlips } from '@kapao/contract/slip'
import { fromMinorUnits } from '@kapao/money/minor'
import { signFileUrl } from '../files/signed-url.ts'
import { refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import type { SlipContext } from './upload.ts'

const statusOf = { waiting: 'PENDING', credited: 'SUCCESS', refused: 'FAILED' } as const

/** The member's slips, and each one's picture for its owner. */
export function mountSlipList(context: SlipContext): void {
  const { database, sealKeys } = context
  mount(context, listSlips, async ({ body, member }) => {
    const rows = await database.query<{
      id: bigint
      createdAt: Date
      amountMinor: bigint
      state: keyof typeof statusOf
      reason: string | null
      reference: string
    }>(
      `select id, created_at, coalesce(amount_minor, said_amount_minor, 0) as amount_minor, state, reason, reference
       from slip where member_id = $1 order by id desc limit $2 offset $3`,
      [member.id, body.limit, (body.page - 1) * body.limit],
    )
    const [count] = await database.query<{ total: number }>(
      'select count(*)::int as total from slip where member_id = $1',
      [member.id],
    )
    return {
      total: count?.total ?? 0,
      slips: rows.map((row) => ({
        _id: String(row.id),
        createdAt: row.createdAt.toISOString(),
        amount: fromMinorUnits(row.amountMinor),
        status: statusOf[row.state],
        note: row.reason ?? '',
        link: '',
        reference: row.reference,
      })),
    }
  })

  mount(context, getSlipUrl, async ({ params, member, apiOrigin }) => {
    const [slip] = await database.query<{ fileName: string | null }>(
      'select file_name from slip where reference = $1 and member_id = $2',
      [params.reference, member.id],
    )
    if (!slip?.fileName) return refuse('NO_DATA')
    const path = signFileUrl(sealKeys.present, slip.fileName)
    return { url: `${apiOrigin}${path}` }
  })
}
