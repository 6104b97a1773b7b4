import { expect, test } from 'vitest'
import { createListeners } from './listeners.ts'

test('whoever is there hears, once, until they leave', () => {
  const [subscribe, announce] = createListeners()
  let heard = 0
  const leave = subscribe(() => {
    heard += 1
  })
  announce()
  leave()
  announce()
  expect(heard).toBe(1)
})

test('what there is to tell is told to each', () => {
  const [subscribe, announce] = createListeners<[room: string, count: number]>()
  const heard: string[] = []
  for (const name of ['first', 'second']) subscribe((room, count) => heard.push(`${name} ${room} ${count}`))
  announce('lobby', 2)
  expect(heard).toEqual(['first lobby 2', 'second lobby 2'])
})

test('who leaves or comes while a change is announced keeps nobody from hearing of it, and hears of the next', () => {
  const [subscribe, announce] = createListeners()
  const heard: string[] = []
  const leave = subscribe(() => {
    heard.push('first')
    leave()
    subscribe(() => heard.push('late'))
  })
  subscribe(() => heard.push('second'))
  announce()
  expect(heard).toEqual(['first', 'second'])
  announce()
  expect(heard).toEqual(['first', 'second', 'second', 'late'])
})
