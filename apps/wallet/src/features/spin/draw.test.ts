import type { Result } from '@kapao/browser/http'
import { expect, test, vi } from 'vitest'
import { createIntent } from '../../lib/intent.ts'
import { draw } from './draw.ts'

const { answers, keys } = vi.hoisted(() => ({ answers: [] as Result<unknown>[], keys: [] as string[] }))
vi.mock('../../lib/error-text.ts', () => ({ isCode: () => false }))
vi.mock('../../lib/http.ts', () => ({
  send: async (_call: unknown, { intent }: { intent: string }) => {
    keys.push(intent)
    return answers.shift()
  },
}))

const wheel = { name: 'W', slices: [], userCoin: 3 }
const lost = { ok: false, failure: { kind: 'no-network' } } as const
const drawn = (code: string) => ({ code, label: code, remainingCoin: 2 })
const spun = (code: string) => ({ ok: true, answer: { success: true, result: drawn(code) } }) as const

/** A page on which the wheel is spun once, with these answers to what it sends. */
function onAnotherPage(...told: Result<unknown>[]) {
  answers.splice(0, Number.POSITIVE_INFINITY, ...told)
  return draw(createIntent('spin'), wheel)
}

test('what was drawn for an earlier page is not shown as this spin', async () => {
  expect(await onAnotherPage(lost)).toEqual(lost)
  expect(await onAnotherPage({ ...spun('A'), isReplay: true }, spun('B'))).toMatchObject({
    answer: drawn('B'),
  })
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('unless no coin is left for another', async () => {
  await onAnotherPage(lost)
  const noCoin = { ok: true, answer: { success: false, error: 'NO_COIN' } } as const
  expect(await onAnotherPage({ ...spun('A'), isReplay: true }, noCoin)).toMatchObject({ answer: drawn('A') })
})

test('a spin that is tried again on its page is the one that was lost', async () => {
  const intent = createIntent('spin')
  answers.splice(0, Number.POSITIVE_INFINITY, lost, { ...spun('A'), isReplay: true })
  expect(await draw(intent, wheel)).toEqual(lost)
  expect(await draw(intent, wheel)).toMatchObject({ ok: true, answer: drawn('A') })
})

test('one that is turned away after it was lost may have been spun, and is the same spin still', async () => {
  const away = { ok: false, failure: { kind: 'refused', message: 'OVERLOADED' } } as const
  keys.length = 0
  await onAnotherPage(lost)
  expect(await onAnotherPage(away)).toEqual({ ...away, isPerhapsDone: true })
  expect(await onAnotherPage({ ...spun('A') })).toMatchObject({ answer: drawn('A') })
  expect(new Set(keys).size).toBe(1)
})

test('one that is answered once more with its kept no was not spun', async () => {
  const no = { ok: true, answer: { success: false, error: 'NO_WHEEL' } } as const
  await onAnotherPage(lost)
  expect(await onAnotherPage({ ...no, isReplay: true })).not.toHaveProperty('isPerhapsDone')
})

test('a refusal in a success is a refusal', async () => {
  const refused = { ok: false, failure: { kind: 'refused', message: 'NO_COIN' } }
  expect(await onAnotherPage({ ok: true, answer: { success: false, error: 'NO_COIN' } })).toEqual(refused)
})
