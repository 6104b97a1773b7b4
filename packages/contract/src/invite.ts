import * as v from 'valibot'
import { call } from './call.ts'
import { banner, extra, money, pageRequest, rows, rowsAlone, timestamp } from './values.ts'

/**
 * `amount`: what this friend has earned the member; zero until their first deposit, and after one that earned nothing. Ours: `depositedAt`,
 * when that deposit was.
 */
export const inviteRow = /* @__PURE__ */ v.object({
  from: v.object({ name: v.string() }),
  amount: money,
  createdAt: timestamp,
  depositedAt: extra(timestamp),
})

export const listInvites = /* @__PURE__ */ call({
  method: 'POST',
  path: '/invite',
  token: true,
  effect: 'reads',
  body: pageRequest,
  answer: v.object({ total: v.number(), invites: rowsAlone(inviteRow) }),
  refusals: [],
})

/** INVITE_BONUS_FAIL: it went wrong, or a game that was given money does not answer; nothing was paid. Another server may leave the amount out. */
export const receiveInviteBonus = /* @__PURE__ */ call({
  method: 'GET',
  path: '/invite/bonus',
  token: true,
  effect: 'money',
  body: null,
  answer: v.object({ message: v.literal('INVITE_BONUS_SUCCESS'), amount: extra(money) }),
  refusals: [
    'NO_INVITE_BONUS',
    'INVITE_COLLECT',
    'INVITE_INACTIVE',
    'NO_INVITEE_PLAY_INFO',
    'INVITE_BONUS_FAIL',
    'BONUS_REMAINING',
    'KEY_INVALID',
  ],
})

export const listInviteBanners = /* @__PURE__ */ call({
  method: 'GET',
  path: '/invite/banners',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({ banners: rows(banner) }),
  refusals: [],
})
