import { describe, expect, test } from 'vitest'
import type { Described } from './document.ts'
import { faultIn } from './judge.ts'

const call: Described = {
  name: 'transfer',
  method: 'POST',
  path: '/wallet/transfer',
  needsToken: true,
  pathParameters: [],
  body: null,
  refusals: new Map([[400, new Set(['BAD_REQUEST'])]]),
}
const answer = (status: number, text: string, type = 'application/json; charset=utf-8') =>
  faultIn(call, false, { status, type, text })

describe('an answer to a bad request', () => {
  test('is right when it is a refusal that the document names', () => {
    expect(answer(400, '{"message":"BAD_REQUEST"}')).toBeNull()
  })

  test.each([
    ['was taken', 200, '{"message":"OK"}', /taken/],
    ['failed the server', 500, '{"message":"INTERNAL_SERVER_ERROR"}', /error of the server/],
    ['has a code of its own', 400, '{"message":"OOPS"}', /no code of the catalogue/],
    ['has no code', 400, '[]', /no code of the catalogue/],
    ['has a code that the document does not name', 400, '{"message":"MONEY_NOT_ENOUGH"}', /does not name/],
    [
      'comes with a status that the document does not name',
      404,
      '{"message":"BAD_REQUEST"}',
      /does not name/,
    ],
    ['says only that there were too many', 429, '{"message":"REQUEST_LIMIT_1MIN"}', /limit hides/],
  ])('is found when it %s', (_what, status, text, sign) => {
    expect(answer(status, text)).toMatch(sign)
  })

  test('of the wheel’s calls may be a no in their own form, and of no other call', () => {
    const no = { status: 200, type: 'application/json', text: '{"success":false,"error":"INVALID_CODE"}' }
    expect(faultIn({ ...call, path: '/spinwheel/coupon/claim' }, false, no)).toBeNull()
    expect(faultIn(call, false, no)).toMatch(/taken/)
    const yes = { ...no, text: '{"success":true,"amount":5}' }
    expect(faultIn({ ...call, path: '/spinwheel/coupon/claim' }, false, yes)).toMatch(/taken/)
  })

  test('is found when it is a page', () => {
    expect(answer(400, '<h1>Bad Request</h1>', 'text/html')).toMatch(/no JSON/)
  })

  test('at an address that is no call’s need not be one of the call’s own', () => {
    const text = '{"message":"NO_DATA"}'
    expect(faultIn(call, true, { status: 404, type: 'application/json', text })).toBeNull()
  })
})
