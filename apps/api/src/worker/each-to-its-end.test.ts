import { expect, it } from 'vitest'
import { eachToItsEnd } from './each-to-its-end.ts'

it('a failure is thrown when the others have ended, too', async () => {
  const ended: number[] = []
  const work = async (one: number) => {
    if (one === 1) throw new Error('the first fails at once')
    await new Promise((resolve) => setImmediate(resolve))
    ended.push(one)
  }
  await expect(eachToItsEnd([1, 2, 3], work)).rejects.toThrow('the first fails at once')
  expect(ended).toEqual([2, 3])
})
