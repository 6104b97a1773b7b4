// What each call does when a member names what is another's. Every call has its line here: a new one without it fails the proof.
import { randomBytes, randomUUID } from 'node:crypto'
import { calls } from '@kapao/contract/calls'
import { at, demand } from '../bank-test/wire.ts'
import type { Askers } from './askers.ts'
import type { Ground } from './attack.ts'

export interface Probe {
  /** What of the other's is named. */
  readonly names: string
  readonly path?: string
  readonly body?: unknown
  /** Sent without the member's own token. */
  readonly isAnonymous?: boolean
}

/** The call names nothing but what is the asker's own, or everybody's. */
export const OWN = 'own'
export type Others = Readonly<Record<string, typeof OWN | readonly Probe[]>>

export interface Things {
  readonly qrcodeId: string
  readonly coupon: string
  readonly slip: string
  readonly sessionId: string
  readonly guestId: string
}

/** A thing of every kind, all of them the owner's. */
export async function makeThings({ stage, database }: Ground, { owner }: Askers): Promise<Things> {
  const { token, userId } = owner
  const api = `${stage.apiUrl}/api`
  const key = randomUUID()
  const qr = await demand(`${api}/qrcode/KBANK`, 'POST', { token, key, body: { amount: 150 } })
  const message = { message_type: 'text', payload: { text: 'mine alone' } }
  const said = { message, sender: 'customer', userId, guestId: '', clientId: randomUUID() }
  await demand(`${api}/chat/send-message`, 'POST', { token, body: said })
  const guestId = randomUUID()
  const asGuest = { ...said, userId: '', guestId, clientId: randomUUID() }
  await demand(`${api}/chat/send-message`, 'POST', { body: asGuest })
  const reference = () => randomBytes(12).toString('base64url')
  const [coupon, slip, spin] = [reference(), reference(), randomUUID()]
  await database.query(
    `insert into wheel_spin (id, member_id, wheel_code, slice_code, label, kind) values ($1, $2, 'w', 's', 'l', 'money')`,
    [spin, owner.id],
  )
  await database.query(
    `insert into coupon (reference, member_id, spin_id, wheel_code, slice_code, slice_label, prize_name, kind, amount_minor, expires_at)
     values ($1, $2, $3, 'w', 's', 'l', 'p', 'money', 10000, now() + interval '1 day')`,
    [coupon, owner.id, spin],
  )
  await database.query(
    `insert into slip (reference, member_id, file_name, state, reason, ended_at) values ($1, $2, repeat('0', 48) || 'slip.jpg', 'refused', 'INVALID_SLIP', now())`,
    [slip, owner.id],
  )
  const { rows } = await database.query<{ session_id: string }>(
    `select session_id::text from chat_conversation where member_id = $1`,
    [owner.id],
  )
  const sessionId = rows[0]?.session_id ?? ''
  return {
    qrcodeId: String(at(qr, 'qrcode', 'qrcodeId') ?? at(qr, 'qrcodeId')),
    coupon,
    slip,
    sessionId,
    guestId,
  }
}

/** By the name of the call. */
export function othersOf({ owner, stranger }: Askers, things: Things): Others {
  const { userId } = owner
  const message = { message_type: 'text', payload: { text: 'as somebody else' } }
  const game = owner.games.get('PG') ?? ''
  const asOwner = { userId, guestId: '' }
  const chat = (body: object): readonly Probe[] => [
    { names: 'a member’s conversation', body: { ...asOwner, ...body } },
    { names: 'a member’s conversation, without a token', body: { ...asOwner, ...body }, isAnonymous: true },
    { names: 'a member as a guest', body: { userId: '', guestId: userId, ...body } },
  ]
  const probed: Others = {
    getSlipUrl: [{ names: 'a slip', path: `/statement/slip/reference/${things.slip}` }],
    cancelQr: [{ names: 'a QR order', path: '/qrcode/KBANK', body: { qrcodeId: things.qrcodeId } }],
    claimCoupon: [{ names: 'a coupon', body: { coupon: things.coupon } }],
    autoLoginByUsername: [{ names: 'a game account', path: `/autoLogin/pg/${game}` }],
    autoLoginByPassword: [{ names: 'a game account', path: `/autoLogin/imi/${game}/x` }],
    sendMessage: chat({ message, clientId: randomUUID(), sender: 'customer' }),
    chatHistory: chat({ skip: 0, limit: 10 }),
    readChat: chat({}),
    rateChat: [
      ...chat({ session_id: things.sessionId, score: 1 }),
      {
        names: 'a session, as oneself',
        body: { userId: stranger.userId, guestId: '', session_id: things.sessionId, score: 1 },
      },
    ],
  }
  return { ...Object.fromEntries(NAMING_NOTHING.map((name) => [name, OWN])), ...probed }
}

/** Looked through one by one: what they name is the asker's own (found by the token alone) or everybody's (a game, a bonus, a bank). */
const NAMING_NOTHING = [
  ...['sendOtp', 'verifyOtp', 'validateAccount', 'registerAccount', 'login'],
  ...['getProfile', 'updateProfile', 'updateBankAccountName', 'changePassword'],
  ...['listBonuses', 'activateBonus', 'checkActiveBonus', 'checkMinimumBonus', 'clearBonus'],
  ...['chatConfig', 'uploadChatImage', 'uploadChatVideo'],
  ...['listInvites', 'receiveInviteBonus', 'listInviteBanners'],
  ...['lookupAgreements', 'lookupBanks', 'lookupConditions', 'lookupContact', 'lookupDeposit', 'lookupInfo'],
  ...['lookupNotice', 'lookupRegisterOtp', 'lookupSlip', 'lookupSources', 'lookupWithdraw', 'lookupActive'],
  ...[
    'lookupEnableChatWidget',
    'activatePromotion',
    'currentPromotion',
    'findPromotion',
    'createQr',
    'getQr',
  ],
  ...['addRefundToWallet', 'checkRefund', 'listRefundBanners', 'listRefunds', 'receiveRefund'],
  ...['listSlips', 'uploadSlip', 'listCoupons', 'setupWheel', 'spinWheel', 'wheelActive', 'listStatements'],
  // A gift is whose its code is.
  ...['redeemTruelink', 'activateGame', 'announceDeposit', 'getGameAccount', 'getWallet', 'refreshSlots'],
  ...['resetGamePassword', 'transfer', 'transferAll', 'withdraw', 'withdrawAll'],
]

/** Calls without an entry, and entries without a call. */
export function missing(others: Others): string[] {
  return [
    ...[...calls.keys()].filter((name) => !(name in others)).map((name) => `${name} has no entry`),
    ...Object.keys(others)
      .filter((name) => !calls.has(name))
      .map((name) => `${name} is no call`),
  ]
}
