import type { SlipReason } from '@kapao/contract/slip'
import type { Logger } from 'pino'
import type { Database, Queries } from '../database/database.ts'
import { inDeposit } from '../deposit/ask-games.ts'
import { creditProven, noteBothWays } from '../deposit/credit.ts'
import type { DepositTx } from '../deposit/settle.ts'
import type { FileStore } from '../files/file-store.ts'
import type { AskContext } from '../games/ask-balances.ts'
import type { BankGateway, BankTransfer, TransferLookup } from '../gateways/bank.ts'
import { lockWallet } from '../ledger/accounts.ts'
import { pauseSeconds } from '../worker/back-off.ts'
import { eachToItsEnd } from '../worker/each-to-its-end.ts'
import { type Booked, bookedUnder, creditedTo } from './booked.ts'
import {
  type Evidence,
  hasRunOut,
  judgeLikeAnother,
  judgePicture,
  judgeTransfer,
  type Picture,
  type PictureVerdict,
  type SlipRef,
} from './judge.ts'
import { fits, receiverOf, senderIn } from './parties.ts'
import type { QrReader } from './qr-reader.ts'

export interface SlipWork extends AskContext {
  readonly bank: BankGateway
  readonly files: FileStore
  readonly reader: QrReader
  readonly log: Logger
}

interface DueSlip {
  readonly id: bigint
  readonly memberId: bigint
  readonly fileName: string | null
  readonly sendingBank: string | null
  readonly transRef: string | null
  readonly wrongCaptchas: number
  readonly checks: number
  readonly createdAt: Date
  readonly currency: string
  readonly bankCode: string
  readonly bankAccountNo: string
}

/** Slips worked on at once: their pictures are read one after the other, the bank is asked about them side by side. */
const AT_ONCE = 3
/** How long one worker has a slip to itself: longer than reading all of these, and asking the bank. */
const LEASE = '100 seconds'
/** A picture that was given up on is tried once more: the machine may have been busy. */
const MOST_READINGS = 2
const PAUSES = { firstS: 2, longestS: 60 }
const CAPTCHA_PAUSE_S = 1

/** One of each member's at a time: whoever hands in twenty does not keep the others waiting for all of them. */
async function claimDue(database: Database): Promise<readonly DueSlip[]> {
  return database.query<DueSlip>(
    `update slip s set checks = s.checks + 1, next_check_at = now() + interval '${LEASE}'
     from member m
     where m.id = s.member_id and s.id in (
       select id from slip due where state = 'waiting' and next_check_at <= now() and not exists (
         select 1 from slip earlier where earlier.member_id = due.member_id and earlier.state = 'waiting'
           and earlier.next_check_at <= now() and (earlier.next_check_at, earlier.id) < (due.next_check_at, due.id))
       order by next_check_at limit $1 for update skip locked)
     returning s.id, s.member_id, s.file_name, s.sending_bank, s.trans_ref, s.wrong_captchas, s.checks, s.created_at,
       m.currency, m.bank_code, m.bank_account_no`,
    [AT_ONCE],
  )
}

async function look({ files, reader }: SlipWork, slip: DueSlip): Promise<Picture> {
  const bytes = slip.fileName === null ? null : await files.get(slip.fileName)
  if (!bytes) return { kind: 'missing' }
  const texts = await reader.read(bytes)
  return texts ? { kind: 'read', texts } : { kind: 'too-much' }
}

/** Ends a slip once: a second worker whose lease ran out finds it ended. */
async function end(
  queries: Queries,
  slip: DueSlip,
  reason: SlipReason | null,
  amount: bigint | null,
  ref?: SlipRef,
): Promise<void> {
  await queries.query(
    `update slip set state = $2, reason = $3, amount_minor = coalesce($4::bigint, amount_minor), ended_at = now(),
       sending_bank = coalesce(sending_bank, $5), trans_ref = coalesce(trans_ref, $6)
     where id = $1 and state = 'waiting'`,
    [
      slip.id,
      reason === null ? 'credited' : 'refused',
      reason,
      amount,
      ref?.sendingBank ?? null,
      ref?.transRef ?? null,
    ],
  )
}

/** How long and how often it has been waited for. */
function waitedFor({ createdAt, checks }: DueSlip) {
  return { uploadedAtMs: createdAt.getTime(), nowMs: Date.now(), looks: checks }
}

/** A transfer with the feed's words where those of the bank that was asked are masked. A sender whom the feed masks as well stays unclear. */
function unmasked(told: BankTransfer, fed: Booked, isSenderClear: boolean): BankTransfer {
  const to = { bankCode: told.to.bankCode, bankAccountNo: fed.accountNo }
  const { fromBankCode: bankCode, fromAccountNo: bankAccountNo, fromAccountName: bankAccountName } = fed
  const isKept = isSenderClear || !/^\d+$/.test(bankAccountNo)
  return { ...told, to, from: isKept ? told.from : { bankCode, bankAccountNo, bankAccountName } }
}

async function gather(
  work: SlipWork,
  slip: DueSlip,
  ref: SlipRef,
  lookup: TransferLookup,
): Promise<Evidence> {
  const told = lookup.kind === 'found' ? lookup.transfer : null
  const state = work.operator.current()
  const booked = await bookedUnder(work.database, ref, told)
  const fed = booked.find((one) => one.state === 'unmatched' && told && fits(one.accountNo, told.to))
  const heardAt = fed && fed.receivedAt < slip.createdAt ? fed.receivedAt : slip.createdAt
  const receiver = told ? receiverOf(state, slip, told) : 'not-ours'
  const first = told ? await senderIn(work.database, state, slip, told, heardAt) : 'unclear'
  const isOpen = receiver !== 'not-ours' && (receiver !== 'ours' || first === 'unclear')
  const transfer = told && fed && isOpen ? unmasked(told, fed, first !== 'unclear') : told
  const isClearer = transfer !== null && transfer.from !== told?.from
  return {
    ...waitedFor(slip),
    lookup: transfer ? { kind: 'found', transfer } : lookup,
    wrongCaptchas: lookup.kind === 'wrong-captcha' ? slip.wrongCaptchas + 1 : 0,
    creditedTo: creditedTo(booked, slip),
    receiver: fed && isOpen ? 'ours' : receiver,
    sender: isClearer ? await senderIn(work.database, state, slip, transfer, heardAt) : first,
  }
}

/** Works on a slip that waits, in the transaction that ends it. Whoever comes to it second finds it ended. */
function inSlip<T>(work: SlipWork, slip: DueSlip, end: (tx: DepositTx) => Promise<T>): Promise<T | null> {
  return inDeposit(work, async (tx) => {
    const open = await tx.query("select 1 from slip where id = $1 and state = 'waiting' for update", [
      slip.id,
    ])
    return open.length === 0 ? null : end(tx)
  })
}

/** Of a transfer that is in the books: the first slip by its member has come true, whoever was faster; every other one is one too many. */
async function endBooked(
  tx: DepositTx,
  slip: DueSlip,
  ref: SlipRef,
  transfer: BankTransfer | null,
): Promise<void> {
  await lockWallet(tx, slip.memberId)
  const theirs = (await bookedUnder(tx, ref, transfer)).find(({ memberId }) => memberId === slip.memberId)
  const earlier = await tx.query(
    "select 1 from slip where state = 'credited' and trans_ref = $1 and sending_bank = $2 and member_id = $3 limit 1",
    [ref.transRef, ref.sendingBank, slip.memberId],
  )
  const isFirst = theirs !== undefined && earlier.length === 0
  await end(tx, slip, isFirst ? null : 'SLIP_REFNO_DUPLICATED', theirs?.amountMinor ?? null)
}

/**
 * Money and slip in one transaction; the bank's event decides who comes first, the feed or one of the slips. False when it may be a
 * transfer that the feed has told of by another reference: then nothing was done.
 */
async function credit(work: SlipWork, slip: DueSlip, ref: SlipRef, transfer: BankTransfer): Promise<boolean> {
  const event = { ...transfer, type: 'slip', reference: null }
  const isDone = await inSlip(work, slip, async (tx) => {
    const result = await creditProven(tx, work.operator.current(), event, slip.memberId)
    if (result === 'like-another') return false
    if (result === 'credited') await end(tx, slip, null, transfer.amount)
    else await endBooked(tx, slip, ref, transfer)
    return true
  })
  return isDone ?? true
}

async function putOff(database: Database, slip: DueSlip, evidence: Evidence): Promise<void> {
  const isCaptcha = evidence.lookup.kind === 'wrong-captcha'
  const pauseS = isCaptcha ? CAPTCHA_PAUSE_S : pauseSeconds(slip.checks, PAUSES)
  await database.query(
    `update slip set next_check_at = now() + make_interval(secs => $2), wrong_captchas = $3
     where id = $1 and state = 'waiting'`,
    [slip.id, pauseS, evidence.wrongCaptchas],
  )
}

/** What the mini QR says; read once, and kept for when the bank has to be asked again. */
async function refOf(work: SlipWork, slip: DueSlip): Promise<PictureVerdict | { readonly kind: 'again' }> {
  const { sendingBank, transRef } = slip
  if (sendingBank !== null && transRef !== null) return { kind: 'ask', ref: { sendingBank, transRef } }
  const picture = await look(work, slip)
  if (picture.kind === 'too-much' && slip.checks < MOST_READINGS) return { kind: 'again' }
  const verdict = judgePicture(picture)
  if (verdict.kind === 'refuse') return verdict
  await work.database.query('update slip set sending_bank = $2, trans_ref = $3 where id = $1', [
    slip.id,
    verdict.ref.sendingBank,
    verdict.ref.transRef,
  ])
  return verdict
}

async function checkOne(work: SlipWork, slip: DueSlip): Promise<void> {
  const { database, operator, bank, log } = work
  const seen = await refOf(work, slip)
  // Its lease runs out, and its turn comes again when those who waited meanwhile have had theirs.
  if (seen.kind === 'again') return log.warn({ slip: String(slip.id) }, 'a picture was given up')
  if (seen.kind === 'refuse') {
    log.info({ slip: String(slip.id), reason: seen.reason }, 'slip refused')
    return end(database, slip, seen.reason, null, seen.ref)
  }
  const { ref } = seen
  const evidence = await gather(work, slip, ref, await bank.findTransfer(ref.sendingBank, ref.transRef))
  const judged = judgeTransfer(evidence)
  const transfer = evidence.lookup.kind === 'found' ? evidence.lookup.transfer : null
  if (judged.kind === 'credited') {
    await inSlip(work, slip, async (tx) => {
      if (transfer) await noteBothWays(tx, operator.current(), transfer, 'slip')
      await endBooked(tx, slip, ref, transfer)
    })
    return
  }
  if (judged.kind === 'credit' && (await credit(work, slip, ref, judged.transfer))) return
  const verdict = judged.kind === 'credit' ? judgeLikeAnother(evidence) : judged
  if (verdict.kind === 'wait') {
    log.warn({ slip: String(slip.id), why: verdict.why }, 'slip not known yet')
    return putOff(database, slip, evidence)
  }
  log.info({ slip: String(slip.id), reason: verdict.reason }, 'slip refused')
  if (transfer && evidence.creditedTo === 'another')
    await inDeposit(work, (tx) => noteBothWays(tx, operator.current(), transfer, 'slip'))
  // Whose transfer it is was not proven, so its amount is not told.
  return end(database, slip, verdict.reason, evidence.sender === 'member' ? (transfer?.amount ?? null) : null)
}

/** Judges the slips that are due. Answers how many. */
export async function checkSlipsDue(work: SlipWork): Promise<number> {
  const due = await claimDue(work.database)
  await eachToItsEnd(
    due,
    (slip) => checkOne(work, slip),
    async (error, slip) => {
      work.log.error({ err: error, slip: String(slip.id) }, 'a slip could not be judged')
      // Else the lease runs out and it is tried again.
      if (hasRunOut(waitedFor(slip))) await end(work.database, slip, 'UNKNOW_ERROR', null)
    },
  )
  return due.length
}
