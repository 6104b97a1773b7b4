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
