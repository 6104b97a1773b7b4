// What is rare is done once before everything begins to fail, so that also the shortest run has something to prove about it: a bonus that a
// deposit brings, and a prize of money that a coupon pays.
import { setTimeout as sleep } from 'node:timers/promises'
import { callWallet, deposit, type Play } from './actions.ts'
import type { Books } from './books.ts'
import type { OperationKind } from './history.ts'
import { ask, at, listAt } from './wire.ts'

export const ONCE_AT_LEAST: readonly OperationKind[] = ['choose bonus', 'spin', 'claim coupon']

const BONUS = 'DAILY10'
const DEPOSIT = 200_00n
const CREDITED_WITHIN_MS = 60_000

async function bringBonus(play: Play, books: Books): Promise<void> {
  await callWallet(play, 'choose bonus', { subject: BONUS })
  await deposit(play, DEPOSIT)
  const deadline = Date.now() + CREDITED_WITHIN_MS
  const sql = `select 1 from condition c join member m on m.id = c.member_id
    where m.username = $1 and c.code = $2 and c.applied_at is not null`
  while ((await books.rows(sql, [play.player.phone, BONUS])).length === 0) {
    if (Date.now() > deadline) throw new Error('a deposit brought no bonus')
    await sleep(50)
  }
}

/** Whether a coupon of money was won and claimed before the coins were spent. */
async function winMoney(play: Play): Promise<boolean> {
  const { world, player } = play
  while ((await callWallet(play, 'spin')).kind === 'ok') {
    const listed = await ask(`${world.apiUrl}/api/spinwheel/coupon`, 'GET', { token: player.token })
    const coupons = listed.kind === 'ok' ? listAt(listed.answer, 'coupons') : []
    const money = coupons.find((coupon) => at(coupon, 'kind') === 'money')
    if (money === undefined) continue
    return (await callWallet(play, 'claim coupon', { subject: String(at(money, '_id')) })).kind === 'ok'
  }
  return false
}

/** The first member has the bonus, one of the others the prize: the draw is the server's, and nobody foretells it. */
export async function doOnceAtLeast([first, ...others]: readonly Play[], books: Books): Promise<void> {
  if (first) await bringBonus(first, books)
  for (const play of others) if (await winMoney(play)) return
  throw new Error('nobody won money with all the coins that there are')
}
