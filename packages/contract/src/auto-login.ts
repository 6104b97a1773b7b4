import * as v from 'valibot'
import { call } from './call.ts'

const answer = /* @__PURE__ */ v.object({ link: v.string() })
const refusals = ['NOT_AREASLOT', 'NOT_UFABET', 'SLOT_NO_ACCOUNT', 'NO_GAME', 'LOGIN_FAIL'] as const

/** The games whose auto-login takes the username alone, and those that take the password too; a code is the segment in upper case. */
export const usernameAutoLogins = ['pg', 'betflix', 'areaslot', 'joker2', 'huayhd'] as const
export const passwordAutoLogins = ['askmebet', 'imi', 'usun', 'circus', 'slotracha', 'pgslot'] as const

export const autoLoginByUsername = /* @__PURE__ */ call({
  method: 'GET',
  path: '/autoLogin/{provider}/{username}',
  token: true,
  effect: 'writes',
  body: null,
  answer,
  refusals,
})

export const autoLoginByPassword = /* @__PURE__ */ call({
  method: 'GET',
  path: '/autoLogin/{provider}/{username}/{password}',
  token: true,
  effect: 'writes',
  body: null,
  answer,
  refusals,
})
