import type { SlipReason } from '@kapao/contract/slip'
import { readSlipQr } from '@kapao/emv/slip-qr'
import type { BankTransfer, TransferLookup } from '../gateways/bank.ts'

/** How long after a transfer its slip may be handed in, and how long the bank may take to know it (spec §2). */
export const SLIP_LIFE_MS = 3_600_000
/**
 * How often it is looked for at least, about a minute with its pauses: where no worker was up for an hour, nobody has asked the bank yet, and the feed, which
 * may know more, is only being caught up with.
 */
export const LEAST_LOOKS = 6
/** "Captcha wrong three times in a row" (spec §8). */
const MOST_WRONG_CAPTCHAS = 3

/** What a slip's picture gave away: every text that a reader found in it, of every reader. */
export type Picture =
  | { readonly kind: 'missing' }
  /** Reading it took longer, or more memory, than one picture may. */
  | { readonly kind: 'too-much' }
  | { readonly kind: 'read'; readonly texts: readonly string[] }

/** What the mini QR says: who sent the transfer, and under which reference. */
export interface SlipRef {
  readonly sendingBank: string
  readonly transRef: string
}

/** In the place of the sending bank, where it was the wallet: no bank can be asked about what it has sent. */
const TRUEMONEY = 'TRUEMONEY'

export type PictureVerdict =
  | { readonly kind: 'ask'; readonly ref: SlipRef }
  /** With what the picture says all the same, for whoever has to find the money. */
  | { readonly kind: 'refuse'; readonly reason: SlipReason; readonly ref?: SlipRef }

const refuseFor = (reason: SlipReason) => ({ kind: 'refuse', reason }) as const

function readAll(texts: readonly string[]) {
  const refs = new Map<string, SlipRef>()
  let wallet: SlipRef | null = null
  let hasSpoilt = false
  for (const text of texts) {
    const slip = readSlipQr(text)
    if (!slip.ok) {
      if (slip.why !== 'malformed' && slip.why !== 'unknown-kind') hasSpoilt = true
    } else if (slip.kind === 'bank') {
      const { bankCode: sendingBank, transRef } = slip
      refs.set(`${sendingBank} ${transRef}`, { sendingBank, transRef })
    } else {
      wallet = { sendingBank: TRUEMONEY, transRef: slip.transactionId }
    }
  }
  return { refs, wallet, hasSpoilt }
}

/** The first half of the order in which a slip is judged: what can be told from its picture alone. */
export function judgePicture(picture: Picture): PictureVerdict {
  if (picture.kind === 'missing') return refuseFor('UPLOADED_FILE_NOT_EXIST')
  if (picture.kind === 'too-much') return refuseFor('IMG_SIZE_UNABLE_TO_PROCESS')
  if (picture.texts.length === 0) return refuseFor('CANNOT_READ_CROPPED_IMAGE')
  const { refs, wallet, hasSpoilt } = readAll(picture.texts)
  const [ref] = refs.values()
  // Sent by the wallet, and so not from the bank account that the member has registered: another picture of it is no better.
  if (!ref) return wallet ? { ...refuseFor('NOT_MATCH'), ref: wallet } : refuseFor('INVALID_SLIP')
  // Two readings of one picture that disagree: neither is believed.
  return refs.size > 1 || hasSpoilt ? refuseFor('UNSTABLE_REFNO_ON_SLIP') : { kind: 'ask', ref }
}

/** All that is known of a slip whose picture could be read, when its turn comes. */
export interface Evidence {
  readonly uploadedAtMs: number
  readonly nowMs: number
  /** How often it was looked for, this time included. */
  readonly looks: number
  readonly lookup: TransferLookup
  /** Wrong captchas in a row, this look-up's included. */
  readonly wrongCaptchas: number
  /** Whom a transfer of this reference was credited to before, by whichever way. */
  readonly creditedTo: 'nobody' | 'member' | 'another'
  /**
   * 'by-code': an account whose payments belong to whoever made the code, which only the feed can tell. 'unclear': the number is masked, and
   * may be one of ours, which the feed can tell, too.
   */
  readonly receiver: 'ours' | 'by-code' | 'unclear' | 'not-ours'
  /** 'unclear': the number is masked, and may be the member's, which the feed can tell, too. */
  readonly sender: 'member' | 'other' | 'unclear'
}

type WaitOrRefuse =
  | { readonly kind: 'refuse'; readonly reason: SlipReason }
  | { readonly kind: 'wait'; readonly why: string }

export type Verdict =
  | WaitOrRefuse
  | { readonly kind: 'credit'; readonly transfer: BankTransfer }
  /** The money is the member's already: nothing is credited, and the first slip of it has come true. */
  | { readonly kind: 'credited' }

/** Whether a slip has been waited for long enough, and not in vain because nobody looked. */
export function hasRunOut({
  uploadedAtMs,
  nowMs,
  looks,
}: Pick<Evidence, 'uploadedAtMs' | 'nowMs' | 'looks'>): boolean {
  return nowMs - uploadedAtMs >= SLIP_LIFE_MS && looks >= LEAST_LOOKS
}

/** A bank that does not know the transfer may still come to know it; after an hour the slip has run out. */
function waitOr(reason: SlipReason, evidence: Evidence, why: string): WaitOrRefuse {
  return hasRunOut(evidence) ? refuseFor(reason) : { kind: 'wait', why }
}

/** The second half: what takes the bank's word and our own books. */
export function judgeTransfer(evidence: Evidence): Verdict {
  const { lookup, wrongCaptchas, creditedTo, uploadedAtMs, receiver, sender } = evidence
  // Our own books say so, whatever the bank does not.
  if (creditedTo === 'member') return { kind: 'credited' }
  if (lookup.kind === 'wrong-captcha') {
    return wrongCaptchas >= MOST_WRONG_CAPTCHAS
      ? refuseFor('TRIPPLE_WRONG_CAPTCHA')
      : waitOr('TRIPPLE_WRONG_CAPTCHA', evidence, 'wrong-captcha')
  }
  if (creditedTo === 'another') return refuseFor('SLIP_REFNO_DUPLICATED')
  if (lookup.kind === 'unknown') return waitOr('UNKNOW_ERROR', evidence, lookup.reason)
  if (lookup.kind !== 'found') return waitOr('EXPIRED_SLIP', evidence, lookup.kind)
  const { transfer } = lookup
  if (uploadedAtMs - Date.parse(transfer.at) > SLIP_LIFE_MS) return refuseFor('EXPIRED_SLIP')
  if (receiver === 'not-ours') return refuseFor('DEST_ACC_INVALID')
  if (sender === 'other') return refuseFor('NOT_MATCH')
  if (sender === 'unclear')
    return waitOr('UNKNOW_ERROR', evidence, 'the sender is masked, and the feed has not told who it is')
  if (receiver === 'by-code')
    return waitOr('UNKNOW_ERROR', evidence, 'the feed has not told whose code it is')
  if (receiver === 'unclear')
    return waitOr(
      'UNKNOW_ERROR',
      evidence,
      'the account is masked, and the feed has not told that it is ours',
    )
  return { kind: 'credit', transfer }
}

/** When all is right, but the feed has told of a transfer that looks the same: it says soon whether there are two, or a person has to. */
export function judgeLikeAnother(evidence: Evidence): WaitOrRefuse {
  return waitOr('UNKNOW_ERROR', evidence, 'the feed may have told of it by another reference')
}

/**
 * Whether an account number as a bank tells it is the one we know. Slips mask numbers ("xxx-x-x1234-x"); what is masked cannot be
 * told apart, so a masked number that fits is no proof.
 */
export function matchAccountNo(told: string, known: string): 'same' | 'other' | 'unclear' {
  const digits = told.replace(/[\s-]/g, '').toLowerCase()
  if (digits === known) return 'same'
  if (!/^[\dx*]+$/.test(digits) || !/[x*]/.test(digits) || !/^\d*$/.test(known)) return 'other'
  // A mask of the number's own length says where each digit stands; a shorter one, such as "x-0001", only in which order.
  const isFitting =
    digits.length === known.length ? standsInPlace(digits, known) : standsInOrder(digits, known)
  return isFitting ? 'unclear' : 'other'
}

function standsInPlace(mask: string, known: string): boolean {
  return [...mask].every((sign, at) => sign === 'x' || sign === '*' || sign === known[at])
}

function standsInOrder(mask: string, known: string): boolean {
  const [first = '', ...between] = mask.split(/[x*]+/)
  const last = between.pop() ?? ''
  if (!known.startsWith(first) || !known.endsWith(last)) return false
  let from = first.length
  for (const shown of between) {
    // The earliest place leaves the most to those that follow.
    const at = known.indexOf(shown, from)
    if (at < 0) return false
    from = at + shown.length
  }
  return from + last.length <= known.length
}
