import { SendFailure } from '@kapao/browser/http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, storeToken } from './session-token.ts'
import { untilAnswered } from './until-answered.ts'

/** As much of the browser as tells when somebody looks. */
class Tab extends EventTarget {
  visibilityState = 'visible'
}
let tab = new Tab()

beforeEach(() => {
  vi.useFakeTimers()
  tab = new Tab()
  vi.stubGlobal('document', tab)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const noNetwork = new SendFailure({ kind: 'no-network' })
const refusal = new SendFailure({ kind: 'refused', message: 'USER_INACTIVE' })

function asking(...outcomes: readonly (string | Error)[]) {
  const told: string[] = []
  const left = [...outcomes]
  const ask = vi.fn(async () => {
    const next = left.shift() ?? noNetwork
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

test('a server that does not come back is asked less and less often', async () => {
  const { ask } = asking()
  await vi.advanceTimersByTimeAsync(160_000)
  expect(ask.mock.calls.length).toBeGreaterThan(9)
  expect(ask.mock.calls.length).toBeLessThan(15)
})

test('nobody asks behind another window, and whoever comes back asks at once', async () => {
  const { ask, told } = asking(noNetwork, 'there')
  await vi.advanceTimersByTimeAsync(1)
  tab.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
  tab.visibilityState = 'visible'
  tab.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['failed', 'there'])
})

test('nobody asks for who has left meanwhile', async () => {
  storeToken('anna', false)
  const { ask } = asking(noNetwork)
  await vi.advanceTimersByTimeAsync(1)
  endSession()
  storeToken('boun', false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
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
