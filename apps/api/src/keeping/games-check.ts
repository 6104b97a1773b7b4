import { fromMinorUnits, ZERO } from '@kapao/money/minor'
import { creditsToWallet, ratioOfOrder } from '@kapao/money/ratio'
import type { ListedTransfer } from '../gateways/game-provider.ts'
import { type Comparing, count, forEachGently, readAll, tellGone, uuidsOf } from './outside.ts'

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

async function judgePage(
  comparing: Comparing,
  code: string,
  page: readonly ListedTransfer[],
  seen: Set<string>,
): Promise<void> {
  const rows = await comparing.database.query<OurTransfer>(
    `select ${COLUMNS} from game_transfer where game_code = $1 and id = any($2::uuid[])`,
    [code, uuidsOf(page.map((one) => one.transferId))],
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const { transferId, username, type, standing } of page) {
    count(comparing, 'transfers at the games')
    seen.add(transferId)
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

async function compareGame(comparing: Comparing, code: string): Promise<void> {
  const provider = comparing.gateways.providers(code)
  const seen = new Set<string>()
  const list = (cursor: string) => provider.listTransfers(cursor)
  const name = `game:${code}`
  const read = await readAll(comparing, name, list, (page) => judgePage(comparing, code, page, seen))
  const rows = await comparing.database.query<OurTransfer>(
    `select ${COLUMNS} from game_transfer
     where game_code = $1 and state <> 'open' and ($2::timestamptz is null or settled_at >= $2) order by id`,
    [code, comparing.since],
  )
  // A provider that nobody has moved money to or from need not answer.
  if (rows.length === 0) delete comparing.unseen[name]
  const isOff = !comparing.operator.current().games.has(code)
  if (isOff) tellGone(comparing, name, `${rows.length} transfers, and switched off`)
  if (read === null) return
  count(comparing, 'transfers', rows.length)
  await forEachGently(
    rows.filter((row) => !seen.has(row.id)),
    async (row) => {
      const standing = await provider.transferStanding(row.id)
      if (standing.kind !== 'unknown') return judge(comparing, code, row, standing)
      const subject = `game_transfer ${row.id} at ${code}`
      comparing.unseen[subject] = standing.reason
      if (isOff) tellGone(comparing, subject, `${row.state}, and switched off`)
    },
  )
}

/** Each transfer at each provider: whether it happened, and how much moved. One game after the other, so that the worker's own work has connections left. */
export async function compareGames(comparing: Comparing): Promise<void> {
  for (const code of comparing.operator.current().allGames.keys()) await compareGame(comparing, code)
}
