import { expect, it } from 'vitest'
import { growth, judgeLoad, type Load, lateness } from './judge.ts'

const times = (count: number, ms: number) => Array.from({ length: count }, () => ms)
const kept: Load = {
  ordered: 2_000,
  sent: 1_950,
  accepted: [...times(995, 80), ...times(5, 4_000)],
  shed: times(1_000, 20),
  megabytes: [300, 420, 430, 431, 425, 433],
}

it('complains of nothing that was kept', () => {
  expect(judgeLoad(kept)).toEqual([])
})

it.each<[string, Partial<Load>, string]>([
  [
    'who was let in waits',
    { accepted: [...times(980, 80), ...times(20, 1_200)] },
    'what was let in at p99 took 1200 ms, more than 1000',
  ],
  [
    'who was turned away is told so late',
    { shed: [...times(980, 20), ...times(20, 700)] },
    'what was turned away at p99 took 700 ms, more than 500',
  ],
  ['the crowd was smaller', { sent: 1_600 }, '2000 calls a second were to be sent, and 1600 were'],
  [
    'memory grows all the while',
    { megabytes: [300, 340, 380, 420, 460, 500] },
    'memory grew by 160 MB from the first third to the last, more than 64',
  ],
])('complains when %s', (_, broken, complaint) => {
  expect(judgeLoad({ ...kept, ...broken })).toEqual([complaint])
})

it('looks at the highest of each third, so that what comes and goes is no growth', () => {
  expect(growth([300, 430, 350, 300, 360, 431])).toBe(1)
})

it('has nothing to say of nobody', () => {
  expect(lateness('nobody', [], 1)).toEqual([])
})
