import * as v from 'valibot'
import { call } from './call.ts'

/** Alone in its file: home asks it, and should not carry the calls of the wheel's page. */
export const wheelActive = /* @__PURE__ */ call({
  method: 'GET',
  path: '/spinwheel/active',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({ isActive: v.boolean() }),
  refusals: [],
})
