import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cancelQr, createQr, getQr, qrProviders } from '@kapao/contract/qrcode'
import { roundDownToCoin } from '@kapao/money/currency'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import { toString as drawQr } from 'qrcode'
import { outside } from '../asker.ts'
import type { Queries } from '../database/database.ts'
import type { BankGateway } from '../gateways/bank.ts'
import { refuse } from '../http/refusal.ts'
import { type Handler, mount, type RouteContext } from '../http/route.ts'
import { forgetIntent, type Intent, keepAnswer, repeated, reserveIntent } from '../intent/intent.ts'
import { offeredAccounts } from '../operator/accounts.ts'
import type { OperatorAccount, OperatorState } from '../operator/operator.ts'
import { randomLetters } from '../random-letters.ts'
import type { Member } from '../session/session.ts'
import { payloadFor } from './qr-payload.ts'

export interface QrContext extends RouteContext {
  readonly bank: BankGateway
}

type QrCodeState = 'making' | 'open' | 'paid' | 'cancelled' | 'expired' | 'refused'

interface QrRow {
  readonly id: string
  readonly amountMinor: bigint
  readonly payload: string
  readonly state: QrCodeState
  readonly isExpired: boolean
  readonly isAbandoned: boolean
  readonly expiresAt: Date
}

const REFERENCE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const REFERENCE_LENGTH = 16

/** Unique, unguessable, and short enough to be typed by a bank clerk. */
function newReference(): string {
  return `KP${randomLetters(REFERENCE_LENGTH, REFERENCE_LETTERS)}`
}

function isProvider(name: string): boolean {
  return qrProviders.some((provider) => provider === name)
}

async function shown(row: QrRow) {
  return {
    qrcodeId: row.id,
    hasQrcode: true as const,
    qrcode: await drawQr(row.payload, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }),
    amount: fromMinorUnits(row.amountMinor),
    expireIn: row.expiresAt.toISOString(),
    message: '',
    status: 'OPEN' as const,
  }
}

/** How long one that is being made is waited for: the bank cancels the one before it and opens it, five seconds each at most. */
const MOST_WAIT_MS = 10_000
const LOOK_EVERY_MS = 100

const qrColumns = `id, amount_minor, payload, state, expires_at < now() as is_expired, expires_at,
  created_at < now() - interval '${MOST_WAIT_MS} ms' as is_abandoned`

/** The newest code of a member at a provider: open, or what became of it. One that the bank did not take never was a code. */
async function latestQr(queries: Queries, member: Member, provider: string): Promise<QrRow | null> {
  const [row] = await queries.query<QrRow>(
    `select ${qrColumns} from qr_code where member_id = $1 and provider = $2 and state <> 'refused'
     order by created_at desc limit 1`,
    [member.id, provider],
  )
  return row ?? null
}

/** As latestQr, once it is made: that the one before it is gone is nothing to tell whoever has asked just then. */
async function latestMade(queries: Queries, member: Member, provider: string): Promise<QrRow | null> {
  const endsAt = performance.now() + MOST_WAIT_MS
  for (;;) {
    const row = await latestQr(queries, member, provider)
    if (row?.state !== 'making' || row.isAbandoned || performance.now() > endsAt) return row
    await outside(() => sleep(LOOK_EVERY_MS))
  }
}

function becameOf(row: QrRow): 'PAID' | 'EXPIRED' | 'CANCELLED' {
  if (row.state === 'paid') return 'PAID'
  return row.state === 'cancelled' ? 'CANCELLED' : 'EXPIRED'
}

interface NewQr {
  readonly account: OperatorAccount
  readonly provider: string
  readonly amount: Minor
}

/** Longer than the bank may take for its calls, from when the intent is written down. */
const ABANDONED_AFTER_MS = 25_000

/** Whether another code of the member's is on its way to the bank, and not for so long that whoever made it must be dead. */
async function isMakingOne(tx: Queries, member: Member, provider: string): Promise<boolean> {
  const making = await tx.query(
    `select 1 from qr_code where member_id = $1 and provider = $2 and state = 'making'
       and created_at > clock_timestamp() - make_interval(secs => $3)`,
    [member.id, provider, MOST_WAIT_MS / 1_000],
  )
  return making.length > 0
}

/** Cancels the live code and writes the new one down, with the intent, in one transaction. Null: the intent is known. */
async function writeQr(
  context: QrContext,
  member: Member,
  intent: Intent | null,
  asked: NewQr,
  waits: boolean,
) {
  const expiresAt = new Date(Date.now() + context.operator.current().qrMinutes * 60_000)
  const id = randomBytes(9).toString('base64url')
  const reference = newReference()
  const payload = payloadFor(asked.account, reference, asked.amount, expiresAt)
  return context.database.transaction(async (tx) => {
    // One at a time per member, so that two creations at once leave one live code, not an error.
    await tx.query('select 1 from member where id = $1 for no key update', [member.id])
    if (waits && (await isMakingOne(tx, member, asked.provider))) return 'busy'
    if (intent && !(await reserveIntent(tx, intent))) return null
    const replaced = await tx.query<{ id: string }>(
      `update qr_code set state = 'cancelled' where member_id = $1 and provider = $2 and state in ('making', 'open')
       returning id`,
      [member.id, asked.provider],
    )
    await tx.query(
      // By the clock and not by the transaction's beginning, which may be earlier than that of the one it had to wait for: the newest is the live one.
      `insert into qr_code (id, member_id, provider, reference, account_id, amount_minor, payload, state, expires_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'making', $8, clock_timestamp())`,
      [id, member.id, asked.provider, reference, asked.account.id, asked.amount, payload, expiresAt],
    )
    return { id, reference, payload, expiresAt, replaced: replaced.map((row) => row.id) }
  })
}

/** As writeQr, when the one that is being made is there: it is then shown to who asked for it, before it is replaced. */
async function writeInTurn(context: QrContext, member: Member, intent: Intent | null, asked: NewQr) {
  const endsAt = performance.now() + MOST_WAIT_MS
  for (;;) {
    const written = await writeQr(context, member, intent, asked, performance.now() < endsAt)
    if (written !== 'busy') return written
    await outside(() => sleep(LOOK_EVERY_MS))
  }
}

function judge(state: OperatorState, member: Member, provider: string, amount: Minor) {
  if (!isProvider(provider)) return refuse('NO_DATA')
  const minimum = state.qrMin[provider]?.[member.currency]
  const offered = offeredAccounts(state, ['qr'], member.currency)
  const account = offered.find(({ qrProvider }) => qrProvider === provider)
  if (!account || minimum === undefined) return refuse('QR_FAIL')
  // The code of a LAO QR carries whole kip alone: another amount would be paid than was asked for.
  if (amount <= 0n || roundDownToCoin(amount, member.currency) !== amount)
    return refuse('TRANSFER_MINIMUM', { field: 'amount' })
  return amount < minimum ? refuse('TRANSFER_MINIMUM', { field: 'amount', min: minimum }) : account
}

/** There is no code; the message is one of the codes that a wallet has a text for. */
const noCode = { hasQrcode: false as const, message: 'QR_FAIL' as const }

function mountCreate(context: QrContext): void {
  const { database, operator, bank } = context
  const options = { abandonedAfterMs: ABANDONED_AFTER_MS }
  const create: Handler<typeof createQr> = async ({ params, body, member, intent, log }) => {
    const { provider } = params
    const account = judge(operator.current(), member, provider, body.amount)
    if ('refused' in account) return account
    const written = await writeInTurn(context, member, intent, { account, provider, amount: body.amount })
    if (written === null) return repeated
    for (const replaced of written.replaced) await bank.cancelQr(replaced)
    const outcome = await bank.openQr({
      orderId: written.id,
      provider,
      reference: written.reference,
      amount: body.amount,
      currency: account.currency,
      expiresAt: written.expiresAt.toISOString(),
      to: {
        bankCode: account.bankCode,
        bankAccountNo: account.accountNo,
        bankAccountName: account.accountName,
      },
      payload: written.payload,
    })
    if (outcome.kind !== 'confirmed') {
      log.warn({ provider, outcome }, 'QR not opened')
      await database.query("update qr_code set state = 'refused' where id = $1 and state = 'making'", [
        written.id,
      ])
      // No money was touched: the intent may be tried again.
      if (intent) await forgetIntent(database, intent)
      return outcome.kind === 'refused' ? noCode : refuse('QR_FAIL')
    }
    const [row] = await database.query<QrRow>(
      `update qr_code set state = 'open' where id = $1 and state = 'making' returning ${qrColumns}`,
      [written.id],
    )
    // Cancelled meanwhile, by the member or by a newer one that has waited for long enough.
    const answer = row ? await shown(row) : { ...noCode, status: 'CANCELLED' as const }
    if (intent) await keepAnswer(database, intent, { status: 200, answer })
    return answer
  }
  mount(context, createQr, create, options)
}

export function mountQr(context: QrContext): void {
  const { database, bank } = context

  mount(context, getQr, async ({ params, member }) => {
    if (!isProvider(params.provider)) return refuse('NO_DATA')
    const row = await latestMade(database, member, params.provider)
    if (!row) return { hasQrcode: false as const, message: '' }
    if (row.state === 'open' && !row.isExpired) return shown(row)
    if (row.state === 'making' && !row.isExpired) return { hasQrcode: false as const, message: '' }
    const status = becameOf(row)
    return {
      hasQrcode: false as const,
      message: '',
      status,
      qrcodeId: row.id,
      amount: fromMinorUnits(row.amountMinor),
    }
  })

  mountCreate(context)

  mount(context, cancelQr, async ({ params, body, member }) => {
    if (!isProvider(params.provider)) return refuse('NO_DATA')
    const [cancelled] = await database.query<{ id: string }>(
      `update qr_code set state = 'cancelled'
       where id = $1 and member_id = $2 and provider = $3 and state in ('making', 'open') returning id`,
      [body.qrcodeId, member.id, params.provider],
    )
    if (!cancelled) return refuse('NO_DATA')
    await bank.cancelQr(cancelled.id)
    return { message: 'SUCCESS' as const }
  })
}
