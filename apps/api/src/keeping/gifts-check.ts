import { fingerprint } from '../truelink/redemption.ts'
import { type Comparing, count, readAll, tellGone } from './outside.ts'

interface OurGift {
  readonly id: string
  readonly codeHash: Buffer
  readonly state: string
  readonly amountMinor: bigint | null
}

/** Gifts: what the issuer says our numbers have taken, each by its code's fingerprint. An issuer without such a list is not asked. */
export async function compareGifts(comparing: Comparing, giftKey: Buffer): Promise<void> {
  const { database, gateways, operator, since } = comparing
  const used = await database.query<{ mobile: string }>('select distinct mobile from voucher_redemption')
  const numbers = new Set([
    ...used.map((row) => row.mobile),
    ...operator.current().wallets.map((one) => one.accountNo),
  ])
  for (const mobile of numbers) {
    // The movement says what was credited; the row, what was said before it was taken.
    const rows = await database.query<OurGift>(
      `select v.id, v.code_hash, v.state, m.amount_minor from voucher_redemption v
         left join ledger_movement m on m.kind = 'voucher' and m.reference = v.id::text
       where v.mobile = $1 order by v.created_at`,
      [mobile],
    )
    const byCode = new Map(rows.map((row) => [row.codeHash.toString('hex'), row]))
    const seen = new Set<string>()
    const name = `gifts:${mobile}`
    const list = (cursor: string) => gateways.vouchers.listTaken(mobile, cursor)
    const read = await readAll(comparing, name, list, async (gifts) => {
      for (const { code, amount } of gifts) {
        const print = fingerprint(giftKey, code).toString('hex')
        const ours = byCode.get(print)
        count(comparing, 'gifts')
        seen.add(print)
        if (ours?.state === 'open' || ours?.amountMinor === amount) continue
        comparing.differences.push({
          kind: ours ? 'gift' : 'gift-unknown-here',
          subject: ours ? `voucher_redemption ${ours.id}` : `gift ${code.slice(0, 4)}… to ${mobile}`,
          ours: ours ? `${ours.state} ${ours.amountMinor ?? 0n}` : 'no such redemption',
          theirs: `taken ${amount}`,
        })
      }
    })
    if (rows.length === 0) delete comparing.unseen[name]
    const isOurs = operator.current().wallets.some(({ accountNo }) => accountNo === mobile)
    if (!isOurs) tellGone(comparing, name, `${rows.length} gifts, and no number of ours any more`)
    // Of earlier ones the list may begin later than they do.
    if (read !== 'read' || since !== null) continue
    for (const row of rows) {
      if (row.state !== 'redeemed' || seen.has(row.codeHash.toString('hex'))) continue
      comparing.differences.push({
        kind: 'gift',
        subject: `voucher_redemption ${row.id}`,
        ours: `redeemed ${row.amountMinor ?? 0n}`,
        theirs: 'not taken by us',
      })
    }
  }
}
