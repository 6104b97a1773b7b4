import { fromMinorUnits, ZERO } from '@kapao/money/minor'
import { creditsToWallet, ratioOfOrder } from '@kapao/money/ratio'
import type { ListedTransfer } from '../gateways/game-provider.ts'
import {
  BEFORE_UUIDS,
  type Ended,
  endedBehind,
  forEachUnnamed,
  markNamed,
  OURS_AT_ONCE,
} from './named-outside.ts'
import { type Comparing, count, readAll, tellGone, uuidsOf } from './outside.ts'

interface OurTransfer {
  readonly id: string
  readonly direction: 'in' | 'out'
  readonly state: 'open' | 'confirmed' | 'refused'
  readonly amountMinor: bigint
  readonly creditsMinor: bigint
  readonly movedMinor: bigint | null
}

const COLUMNS = 'id, direction, state, amount_minor, credits_minor, moved_minor'

function judge(
  comparing: Comparing,
  code: string,
  ours: OurTransfer,
  theirs: ListedTransfer['standing'],
): void {
  if (ours.state === 'open') return
  const here = ours.movedMinor ?? ZERO
  const ratioThen = ratioOfOrder(fromMinorUnits(ours.amountMinor), fromMinorUnits(ours.creditsMinor))
  const there =
    theirs.kind === 'confirmed' ? creditsToWallet(fromMinorUnits(theirs.credits), ratioThen) : ZERO
  if (theirs.kind !== 'pending' && here === there) return
  comparing.differences.push({
    kind: 'transfer',
    subject: `game_transfer ${ours.id} ${ours.direction} at ${code}`,
    ours: `${ours.state} ${here}`,
    theirs: theirs.kind === 'confirmed' ? `moved ${there}` : theirs.kind,
  })
}

async function judgePage(comparing: Comparing, code: string, page: readonly ListedTransfer[]): Promise<void> {
  const rows = await comparing.database.query<OurTransfer>(
    `select ${COLUMNS} from game_transfer where game_code = $1 and id = any($2::uuid[])`,
    [code, uuidsOf(page.map((one) => one.transferId))],
  )
  await markNamed(comparing, rows)
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const { transferId, username, type, standing } of page) {
    count(comparing, 'transfers at the games')
    const ours = known.get(transferId)
    if (ours) judge(comparing, code, ours, standing)
    else if (standing.kind === 'confirmed' || standing.kind === 'pending') {
      comparing.differences.push({
        kind: 'transfer-unknown-here',
        subject: `transfer ${transferId} of ${username} at ${code}`,
        ours: 'no such transfer',
        theirs: standing.kind === 'confirmed' ? `${type} of ${standing.credits} credits` : standing.kind,
      })
    }
  }
}

const ENDED = `game_code = $1 and state <> 'open' and (settled_at, id) > ($2::timestamptz, $3::uuid) and settled_at <= $4`

async function countEnded(comparing: Comparing, code: string): Promise<number> {
  const [row] = await comparing.database.query<{ many: number }>(
    `select count(*)::int as many from game_transfer where ${ENDED}`,
    [code, ...endedBehind(comparing, null, BEFORE_UUIDS)],
  )
  return row?.many ?? 0
}

function readEnded(comparing: Comparing, code: string, last: Ended | null) {
  return comparing.database.query<OurTransfer & Ended>(
    `select ${COLUMNS}, settled_at::text as at from game_transfer where ${ENDED}
     order by settled_at, id limit ${OURS_AT_ONCE}`,
    [code, ...endedBehind(comparing, last, BEFORE_UUIDS)],
  )
}

async function compareGame(comparing: Comparing, code: string): Promise<void> {
  const provider = comparing.gateways.providers(code)
  const list = (cursor: string) => provider.listTransfers(cursor)
  const name = `game:${code}`
  const read = await readAll(comparing, name, list, (page) => judgePage(comparing, code, page))
  const isOff = !comparing.operator.current().games.has(code)
  if (read === null) {
    const many = await countEnded(comparing, code)
    // A provider that nobody has moved money to or from need not answer.
    if (many === 0) delete comparing.unseen[name]
    if (isOff) tellGone(comparing, name, `${many} transfers, and switched off`)
    return
  }
  const many = await forEachUnnamed<OurTransfer & Ended>(
    comparing,
    (last) => readEnded(comparing, code, last),
    async (row) => {
      const standing = await provider.transferStanding(row.id)
      if (standing.kind !== 'unknown') return judge(comparing, code, row, standing)
      const subject = `game_transfer ${row.id} at ${code}`
      comparing.unseen[subject] = standing.reason
      if (isOff) tellGone(comparing, subject, `${row.state}, and switched off`)
    },
  )
  count(comparing, 'transfers', many)
}

/** Each transfer at each provider: whether it happened, and how much moved. One game after the other, so that the worker's own work has connections left. */
export async function compareGames(comparing: Comparing): Promise<void> {
  for (const code of comparing.operator.current().allGames.keys()) await compareGame(comparing, code)
}
