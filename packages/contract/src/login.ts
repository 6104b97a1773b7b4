import * as v from 'valibot'
import { call } from './call.ts'
import { text } from './text.ts'

export const login = /* @__PURE__ */ call({
  method: 'POST',
  path: '/login',
  token: false,
  effect: 'writes',
  body: v.object({ username: text, password: text }),
  answer: v.object({ token: v.string() }),
  refusals: ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'REQUEST_LIMIT_1MIN', 'LOGIN_FAIL'],
})
