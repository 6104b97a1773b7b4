// What the clients do. Every call is in the history before it is made; one whose answer is lost is mostly asked again with its key, as a
// wallet does, and sometimes left in doubt.
import { setTimeout as sleep } from 'node:timers/promises'
import { sealLink } from '@kapao/contract/truelink-seal'
import { fromMinorUnits, toWire } from '@kapao/money/minor'
import type { Dice } from './dice.ts'
import type { History, Operation, OperationKind, Outcome } from './history.ts'
import { type BankAccount, GAMES, type GameCode, type Player, RATIOS, type World } from './players.ts'
import { ask, at, listAt } from './wire.ts'

export interface Play {
  readonly world: World
  readonly history: History
  readonly dice: Dice
  readonly player: Player
  readonly banks: readonly BankAccount[]
  /** The links of all gifts, newest last: several clients may go for one. */
  readonly gifts: string[]
  /** The text in a QR code; null while the database is away. */
  payloadOf(qrcodeId: string): Promise<string | null>
  /** An amount that no other withdrawal of this member has, in satang. */
  nextWithdrawal(player: Player): bigint
  /** Whether it is time to go: what is in doubt then is left in doubt. */
  isOver(): boolean
}

const MOST_TRIES = 5
const ASKED_AGAIN_PERCENT = 60
const NOBODY_LISTENS_MS = 300
const TRUELINK_SECRET = 'kapao-truelink'
const BONUSES = ['DAILY5', 'DAILY10', 'WELCOME100', 'WEEKLY20', 'FIRST500']
const QR_PROVIDERS = ['KBANK', 'PAYTIMZ']
const LATEST_GIFTS = 12

function baht(satang: bigint): number {
  return toWire(fromMinorUnits(satang))
}

export function sendOf(world: World, player: Player, operation: Operation): () => Promise<Outcome> {
  const { token } = player
  const { key, amount, subject } = operation
  const post = (path: string, body?: unknown) =>
    ask(`${world.apiUrl}/api${path}`, 'POST', { token, key, ...(body === undefined ? {} : { body }) })
  const get = (path: string) => ask(`${world.apiUrl}/api${path}`, 'GET', { token, key })
  const sum = amount === null ? 0 : baht(amount)
  const [from, to] = (subject ?? '').split(' to ')
  switch (operation.kind) {
    case 'transfer in':
    case 'transfer out':
    case 'transfer between':
      return () => post('/wallet/transfer', { from, to, amount: sum })
    case 'withdraw':
      return () => post('/wallet/withdraw', { amount: sum })
    case 'QR deposit':
      return () => post(`/qrcode/${subject}`, { amount: sum })
    case 'gift':
      return async () => post('/wallet/truelink', { link: await sealLink(TRUELINK_SECRET, subject ?? '') })
    case 'choose bonus':
      return () => get(`/bonus/activate/${subject}`)
    case 'clear bonus':
      return () => get('/bonus/clear')
    case 'spin':
      return () => post('/spinwheel/spin')
    case 'claim coupon':
      return () => post('/spinwheel/coupon/claim', { coupon: subject })
    case 'read':
      return () => get('/wallet')
    case 'deposit':
      throw new Error('a deposit is no call of the wallet')
  }
}

/** Asks until the answer is known, or the client loses patience and leaves it in doubt. */
async function perform(play: Play, operation: Operation, send: () => Promise<Outcome>): Promise<Outcome> {
  for (;;) {
    const outcome = await send()
    operation.tries.push(outcome)
    if (outcome.kind === 'unsent') await sleep(NOBODY_LISTENS_MS)
    const isKnown = outcome.kind !== 'unknown' && outcome.kind !== 'unsent'
    if (isKnown || operation.key === null || operation.tries.length === MOST_TRIES) return outcome
    if (!play.dice.chance(ASKED_AGAIN_PERCENT) || play.isOver()) return outcome
    await sleep(play.dice.between(100, 1_500))
  }
}

export function callWallet(
  play: Play,
  kind: OperationKind,
  { amount = null, subject = null }: { amount?: bigint | null; subject?: string | null } = {},
): Promise<Outcome> {
  const hasKey = kind !== 'choose bonus' && kind !== 'read'
  const key = hasKey ? play.dice.uuid() : null
  const operation = play.history.begin({ kind, member: play.player.phone, key, amount, subject })
  return perform(play, operation, sendOf(play.world, play.player, operation))
}

function amountFor(dice: Dice, game: GameCode): bigint {
  return RATIOS[game] * BigInt(dice.between(100, RATIOS[game] === 1n ? 12_000 : 1_500))
}

function transfer(play: Play, direction: 'in' | 'out'): Promise<Outcome> {
  const game = play.dice.pick(GAMES)
  const subject = direction === 'in' ? `WALLET to ${game}` : `${game} to WALLET`
  return callWallet(play, `transfer ${direction}`, { amount: amountFor(play.dice, game), subject })
}

function transferBetween(play: Play): Promise<Outcome> {
  const subject = play.dice.pick(['PG to JOKER2', 'JOKER2 to PG'])
  // A whole number of either game's hundredths, and little enough to be there.
  const amount = RATIOS.JOKER2 * BigInt(play.dice.between(10, 300))
  return callWallet(play, 'transfer between', { amount, subject })
}

function withdraw(play: Play): Promise<Outcome> {
  return callWallet(play, 'withdraw', { amount: play.nextWithdrawal(play.player) })
}

function ownAccount({ bankCode, bankAccountNo, bankAccountName }: Player): BankAccount {
  return { bankCode, bankAccountNo, bankAccountName }
}

function payAtBank(play: Play, path: string, amount: bigint, body: object): Promise<Outcome> {
  const { history, player, world } = play
  const operation = history.begin({ kind: 'deposit', member: player.phone, key: null, amount, subject: null })
  return perform(play, operation, () => ask(`${world.sandboxUrl}/control/bank/${path}`, 'POST', { body }))
}

export async function deposit(play: Play, amount = BigInt(play.dice.between(2_000, 60_000))): Promise<void> {
  const { bankCode, bankAccountNo } = play.dice.pick(play.banks)
  const order = { from: ownAccount(play.player), to: { bankCode, bankAccountNo }, amount: baht(amount) }
  await payAtBank(play, 'transfer', amount, order)
}

async function depositByQr(play: Play): Promise<void> {
  const amount = BigInt(play.dice.between(5_000, 60_000))
  const made = await callWallet(play, 'QR deposit', { amount, subject: play.dice.pick(QR_PROVIDERS) })
  if (made.kind !== 'ok' || at(made.answer, 'hasQrcode') !== true) return
  const qr = await play.payloadOf(String(at(made.answer, 'qrcodeId')))
  if (qr === null || play.dice.chance(15)) return
  const order = { qr, from: ownAccount(play.player) }
  await payAtBank(play, 'pay', amount, order)
  // A code is good for one payment; the bank takes a second only when it errs, and that money is the member's, too.
  if (play.dice.chance(10)) await payAtBank(play, 'pay', amount, order)
}

async function takeGift(play: Play): Promise<void> {
  const { dice, gifts, world } = play
  if (gifts.length === 0 || dice.chance(70)) {
    const amount = baht(BigInt(dice.between(200, 8_000)))
    const made = await ask(`${world.sandboxUrl}/control/vouchers`, 'POST', { body: { amount } })
    if (made.kind !== 'ok') return
    gifts.push(String(at(made.answer, 'link')))
  }
  await callWallet(play, 'gift', { subject: dice.pick(gifts.slice(-LATEST_GIFTS)) })
}

async function claimCoupon(play: Play): Promise<void> {
  const { token } = play.player
  const listed = await ask(`${play.world.apiUrl}/api/spinwheel/coupon`, 'GET', { token })
  const coupons = listed.kind === 'ok' ? listAt(listed.answer, 'coupons') : []
  if (coupons.length === 0) return
  await callWallet(play, 'claim coupon', { subject: String(at(play.dice.pick(coupons), '_id')) })
}

async function playGame({ dice, player, world }: Play): Promise<void> {
  const game = dice.pick(GAMES)
  const path = `/control/games/${game}/${player.games.get(game)}/play`
  await ask(`${world.sandboxUrl}${path}`, 'POST', { body: { result: dice.between(-30, 30) || 1 } })
}

async function readWallet(play: Play): Promise<void> {
  const { history, player, world } = play
  const operation = history.begin({
    kind: 'read',
    member: player.phone,
    key: null,
    amount: null,
    subject: null,
  })
  const outcome = await sendOf(world, player, operation)()
  // Only what is checked is kept: there are many of these.
  operation.tries.push(
    outcome.kind === 'ok'
      ? {
          kind: 'ok',
          answer: {
            username: at(outcome.answer, 'profile', 'username'),
            amount: at(outcome.answer, 'wallet', 'amount'),
          },
        }
      : outcome,
  )
}

const actions: readonly { readonly weight: number; readonly what: (play: Play) => Promise<unknown> }[] = [
  { weight: 20, what: (play) => transfer(play, 'in') },
  { weight: 18, what: (play) => transfer(play, 'out') },
  { weight: 6, what: transferBetween },
  { weight: 12, what: withdraw },
  { weight: 12, what: (play) => deposit(play) },
  { weight: 6, what: depositByQr },
  { weight: 6, what: takeGift },
  { weight: 2, what: (play) => callWallet(play, 'choose bonus', { subject: play.dice.pick(BONUSES) }) },
  { weight: 4, what: (play) => callWallet(play, 'clear bonus') },
  { weight: 5, what: (play) => callWallet(play, 'spin') },
  { weight: 4, what: claimCoupon },
  { weight: 3, what: playGame },
  { weight: 8, what: readWallet },
]

/** One client: one thing after the other, for a member drawn each time. */
export async function clientUntil(
  isOver: () => boolean,
  players: readonly Player[],
  dice: Dice,
  play: (player: Player) => Play,
): Promise<void> {
  while (!isOver()) {
    await dice.weigh(actions)(play(dice.pick(players)))
    await sleep(dice.between(0, 20))
  }
}
