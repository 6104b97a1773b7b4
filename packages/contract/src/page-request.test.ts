import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { deskCalls } from './desk-calls.ts'

function namesOf(body: unknown): readonly string[] {
  const entries: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'entries') : null
  return typeof entries === 'object' && entries !== null ? Object.keys(entries) : []
}

/** Each field that pages are asked by, of each call that has it. */
const asked = [...calls.values(), ...deskCalls.values()].flatMap(({ path, body }) =>
  namesOf(body).flatMap((name) =>
    body !== null && (name === 'page' || name === 'limit') ? [{ path, name, body }] : [],
  ),
)

/** Whether a body is refused for this field, whatever else is missing of it. */
const isRefused = (body: v.GenericSchema, name: string, value: unknown) =>
  v.safeParse(body, { [name]: value }).issues?.some(({ path }) => path?.[0]?.key === name) ?? false

test('there are calls with pages, of the wallet and of the desk', () => {
  const paths = asked.filter(({ name }) => name === 'page').map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining(['/statement', '/statement/slip', '/invite', '/refund', '/desk/inbox']),
  )
})

test.each(asked)('$name of $path is a whole number from 1, a limit to 100', ({ name, body }) => {
  const wrong = [0, -1, 1.5, '1', null, ...(name === 'limit' ? [101] : [])]
  expect(wrong.filter((value) => !isRefused(body, name, value))).toEqual([])
  expect([1, 100].filter((value) => isRefused(body, name, value))).toEqual([])
})
