import { expect, it } from 'vitest'
import { type Asker, askingFor } from '../asker.ts'
import { SharedQuestions } from './shared-questions.ts'

/** Questions that are answered when the test says so, in the order in which they began. */
function openQuestions() {
  const begun: (PromiseWithResolvers<number> & { readonly name: string; readonly isPatient: boolean })[] = []
  const questions = new SharedQuestions<number>((name, isPatient) => {
    const question = { ...Promise.withResolvers<number>(), name, isPatient }
    begun.push(question)
    return question.promise
  })
  return { begun, ask: (name: string, isPatient = false) => questions.ask(name, isPatient) }
}

it('one that is under way answers nobody who asks after it began', async () => {
  const { begun, ask } = openQuestions()
  const first = ask('a')
  const second = ask('a')
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  // Still before the next has begun, by a moment or not: it is the next that answers.
  const third = ask('a')
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  expect(begun).toHaveLength(2)
})

it('one that fails tells so to those who share it, and the next is asked all the same', async () => {
  const { begun, ask } = openQuestions()
  const first = ask('a')
  const shared = [ask('a'), ask('a')]
  begun[0]?.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await expect.poll(() => begun.length).toBe(2)
  const last = ask('a')
  begun[1]?.reject(new Error('broken again'))
  for (const one of shared) await expect(one).rejects.toThrow('broken again')
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.resolve(3)
  expect(await last).toBe(3)
  const anew = ask('a')
  begun[3]?.resolve(4)
  expect(await anew).toBe(4)
})

it('one that is shared is patient for the sake of any of its askers, and of no other', async () => {
  const { begun, ask } = openQuestions()
  const all = [ask('a'), ask('a'), ask('a', true), ask('a'), ask('b')]
  begun[0]?.resolve(1)
  await expect.poll(() => begun.length).toBe(3)
  const last = ask('a')
  begun[1]?.resolve(2)
  begun[2]?.resolve(3)
  await expect.poll(() => begun.length).toBe(4)
  begun[3]?.resolve(4)
  expect(await Promise.all([...all, last])).toEqual([1, 3, 3, 3, 2, 4])
  expect(begun.map(({ name, isPatient }) => [name, isPatient])).toEqual([
    ['a', false],
    ['b', false],
    ['a', true],
    ['a', false],
  ])
})

it('whoever waits for one that is shared waits outside, and takes nobody’s room', async () => {
  const { begun, ask } = openQuestions()
  let outside = 0
  const asker: Asker = {
    goesOut: () => {
      outside += 1
    },
    isBack: () => {
      outside -= 1
    },
  }
  const first = ask('a')
  const sharers = Array.from({ length: 5 }, () => askingFor(asker, () => ask('a')))
  expect(outside).toBe(5)
  begun[0]?.resolve(1)
  await first
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve(2)
  await Promise.all(sharers)
  expect(outside).toBe(0)
})
