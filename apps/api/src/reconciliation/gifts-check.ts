import { fingerprint } from '../truelink/redemption.ts'
import { BEFORE_UUIDS, forEachUnnamed, markNamed, OURS_AT_ONCE } from './named-outside.ts'
import { type Comparing, count, readAll, tellGone } from './outside.ts'

interface OurGift {
  readonly id: string
  readonly codeHash: Buffer
  readonly state: string
  readonly amountMinor: bigint | null
}

interface TheirGift {
  readonly code: string
  readonly amount: bigint
}

// The movement says what was credited; the row, what was said before it was taken.
const SELECT = `select v.id, v.code_hash, v.state, m.amount_minor from voucher_redemption v
  left join ledger_movement m on m.kind = 'voucher' and m.reference = v.id::text where v.mobile = $1`

async function judgePage(
  comparing: Comparing,
  giftKey: Buffer,
  mobile: string,
  gifts: readonly TheirGift[],
): Promise<void> {
  const listed = gifts.map((gift) => ({ ...gift, print: fingerprint(giftKey, gift.code) }))
  const rows = await comparing.database.query<OurGift>(
    `${SELECT} and v.code_hash = any($2::bytea[]) order by v.created_at`,
    [mobile, listed.map(({ print }) => print)],
  )
  if (comparing.since === null) await markNamed(comparing, rows)
  const byCode = new Map(rows.map((row) => [row.codeHash.toString('hex'), row]))
  for (const { code, amount, print } of listed) {
    const ours = byCode.get(print.toString('hex'))
    count(comparing, 'gifts')
    if (ours?.state === 'open' || ours?.amountMinor === amount) continue
    comparing.differences.push({
      kind: ours ? 'gift' : 'gift-unknown-here',
      subject: ours ? `voucher_redemption ${ours.id}` : `gift ${code.slice(0, 4)}… to ${mobile}`,
      ours: ours ? `${ours.state} ${ours.amountMinor ?? 0n}` : 'no such redemption',
      theirs: `taken ${amount}`,
    })
  }
}

async function countOurs({ database }: Comparing, mobile: string): Promise<number> {
  const [row] = await database.query<{ many: number }>(
    'select count(*)::int as many from voucher_redemption where mobile = $1',
    [mobile],
  )
  return row?.many ?? 0
}

/** What was taken here before this comparison began is in the list that it has read since. */
async function compareTaken(comparing: Comparing, mobile: string): Promise<void> {
  const readPage = (last: OurGift | null) =>
    comparing.database.query<OurGift>(
      `${SELECT} and v.state = 'redeemed' and (v.code_hash, v.id) > ($2::bytea, $3::uuid) and v.ended_at <= $4
       order by v.code_hash, v.id limit ${OURS_AT_ONCE}`,
      [mobile, last?.codeHash ?? Buffer.alloc(0), last?.id ?? BEFORE_UUIDS, comparing.begunAt],
    )
  await forEachUnnamed<OurGift>(comparing, readPage, async (row) => {
    comparing.differences.push({
      kind: 'gift',
      subject: `voucher_redemption ${row.id}`,
      ours: `redeemed ${row.amountMinor ?? 0n}`,
      theirs: 'not taken by us',
    })
  })
}

async function compareNumber(comparing: Comparing, giftKey: Buffer, mobile: string): Promise<void> {
  const { gateways, operator, since } = comparing
  const name = `gifts:${mobile}`
  const list = (cursor: string) => gateways.vouchers.listTaken(mobile, cursor)
  const read = await readAll(comparing, name, list, (gifts) => judgePage(comparing, giftKey, mobile, gifts))
  if (read === null) {
    const many = await countOurs(comparing, mobile)
    if (many === 0) delete comparing.unseen[name]
    const isOurs = operator.current().wallets.some(({ accountNo }) => accountNo === mobile)
    if (!isOurs) tellGone(comparing, name, `${many} gifts, and no number of ours any more`)
  }
  // Of earlier ones the list may begin later than they do.
  if (read === 'read' && since === null) await compareTaken(comparing, mobile)
}

// From one number to the next by the index: there are few, of many gifts.
const NUMBERS = `with recursive used as (
    select min(mobile) as mobile from voucher_redemption
    union all
    select (select min(v.mobile) from voucher_redemption v where v.mobile > used.mobile) from used where used.mobile is not null)
  select mobile from used where mobile is not null`

/** Gifts: what the issuer says our numbers have taken, each by its code's fingerprint. An issuer without such a list is not asked. */
export async function compareGifts(comparing: Comparing, giftKey: Buffer): Promise<void> {
  const used = await comparing.database.query<{ mobile: string }>(NUMBERS)
  const numbers = new Set([
    ...used.map((row) => row.mobile),
    ...comparing.operator.current().wallets.map((one) => one.accountNo),
  ])
  for (const mobile of numbers) await compareNumber(comparing, giftKey, mobile)
}
