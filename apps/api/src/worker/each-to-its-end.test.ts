import { expect, it } from 'vitest'
import { eachToItsEnd } from './each-to-its-end.ts'

it('each failure is told with whose it is, and the first is thrown when the others have ended, too', async () => {
  const ended: number[] = []
  const told: string[] = []
  const work = async (one: number) => {
    if (one === 1) throw new Error('the first fails at once')
    await new Promise((resolve) => setImmediate(resolve))
    if (one === 3) throw new Error('the third later')
    ended.push(one)
  }
  const tell = (error: unknown, one: number) => told.push(`${one}: ${error}`)
  await expect(eachToItsEnd([1, 2, 3, 4], work, tell)).rejects.toThrow('the first fails at once')
  expect(ended).toEqual([2, 4])
  expect(told).toEqual(['1: Error: the first fails at once', '3: Error: the third later'])
})

it('what is to be done about a failure is waited for', async () => {
  let isDone = false
  const fail = () => Promise.reject(new Error('it fails'))
  const mend = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    isDone = true
  }
  await expect(eachToItsEnd([1], fail, mend)).rejects.toThrow('it fails')
  expect(isDone).toBe(true)
})
