import * as v from 'valibot'
import { call } from './call.ts'
import { text } from './text.ts'
import { extra, money, pageRequest, rowsAlone, timestamp, words } from './values.ts'

/** The largest picture that is taken. */
export const SLIP_MAX_BYTES = 10 * 1024 * 1024

/** Why a slip failed, in the order in which it is judged (spec §8). The spellings are the wire's. */
export const slipReasons = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'INVALID_SLIP',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'SLIP_REFNO_DUPLICATED',
  'EXPIRED_SLIP',
  'DEST_ACC_INVALID',
  'NOT_MATCH',
  'UNKNOW_ERROR',
] as const
export type SlipReason = (typeof slipReasons)[number]

/**
 * Multipart: the picture in the field `file`, and what the member says of it, which is a hint and decides nothing. The answer comes as
 * soon as the picture is kept; what became of it is in the list of slips.
 */
export const uploadSlip = /* @__PURE__ */ call({
  method: 'POST',
  path: '/wallet/slip',
  token: true,
  effect: 'money',
  file: 'file',
  body: v.object({ bankCode: v.optional(text), amount: v.optional(text) }),
  // Another server may tell it in the list of slips alone.
  answer: v.object({ message: v.literal('SUCCESS'), reference: words }),
  refusals: [
    'SLIP_NO_FILE',
    'SLIP_INVALID_FILE',
    'SLIP_UPLOAD_FAIL',
    'FILE_TOO_LARGE',
    'REQUEST_LIMIT_1MIN',
    'OVERLOADED',
    'KEY_INVALID',
  ],
})

/** `status` SUCCESS, FAILED or in progress; `note` is "" or a reason; `link` is "" where the picture is had by its reference. */
export const slipRow = /* @__PURE__ */ v.object({
  _id: v.string(),
  createdAt: timestamp,
  // Another server may not know it before the slip was read.
  amount: v.nullish(money, 0),
  status: v.string(),
  note: v.optional(v.nullable(v.string()), ''),
  link: v.optional(v.nullable(v.string()), ''),
  reference: v.optional(v.nullable(v.string()), ''),
})

export const listSlips = /* @__PURE__ */ call({
  method: 'POST',
  path: '/statement/slip',
  token: true,
  effect: 'reads',
  body: pageRequest,
  // How many there are not every server tells (spec §7 names the rows alone).
  answer: v.object({ total: extra(v.number()), slips: rowsAlone(slipRow) }),
  refusals: [],
})

/** An address of the picture that lives 5 minutes; it may be relative to the API's origin. */
export const getSlipUrl = /* @__PURE__ */ call({
  method: 'GET',
  path: '/statement/slip/reference/{reference}',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({ url: v.string() }),
  refusals: ['NO_DATA'],
})
