import { SendFailure } from '@kapao/browser/http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilAnswered } from './until-answered.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const noNetwork = new SendFailure({ kind: 'no-network' })
const refusal = new SendFailure({ kind: 'refused', message: 'USER_INACTIVE' })

function asking(...outcomes: readonly (string | Error)[]) {
  const told: string[] = []
  const left = [...outcomes]
  const ask = vi.fn(async () => {
    const next = left.shift() ?? 'nothing left'
    if (next instanceof Error) throw next
    return next
  })
  const stop = untilAnswered(
    ask,
    (answer) => told.push(answer),
    () => told.push('failed'),
  )
  return { ask, told, stop }
}

test('what the line swallowed is asked for again until it is answered, and then no more', async () => {
  const { ask, told } = asking(noNetwork, noNetwork, 'there')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['failed', 'failed', 'there'])
  expect(ask).toHaveBeenCalledTimes(3)
})

test('a refusal that asking does not change is asked for once', async () => {
  const { ask, told } = asking(refusal)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(told).toEqual(['failed'])
  expect(ask).toHaveBeenCalledTimes(1)
})

test('who has stopped is neither told nor asked for', async () => {
  const waiting = asking(noNetwork)
  await vi.advanceTimersByTimeAsync(1)
  waiting.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(waiting.ask).toHaveBeenCalledTimes(1)
  const underWay = asking('there')
  underWay.stop()
  await vi.advanceTimersByTimeAsync(1)
  expect(underWay.told).toEqual([])
})
