import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it, vi } from 'vitest'
import { isEasyPassword, wordsOfPlace } from './easy-password.ts'

const disk = vi.hoisted(() => ({ isBroken: false }))
vi.mock(import('@zxcvbn-ts/language-common'), async (load) => {
  const words = await load()
  return {
    ...words,
    get dictionary() {
      if (disk.isBroken) throw new Error('the words cannot be read')
      return words.dictionary
    },
  }
})

const own = [...wordsOfPlace({ name: 'Lucky Nine', website: 'https://www.lucky-nine.example' }), '0812345678']

it('words that could not be read once are read for the next who asks', async () => {
  disk.isBroken = true
  await expect(isEasyPassword('12345678', own)).rejects.toThrow('the words cannot be read')
  disk.isBroken = false
  expect(await isEasyPassword('12345678', own)).toBe(true)
})

describe('nobody may choose', () => {
  it.each([
    '12345678',
    'password1',
    'PassWord1',
    'ｐａｓｓｗｏｒｄ１',
    'kapao1234',
    '#KAPAO-2026',
    'กระเป๋า99',
    'luckynine!',
    'Lucky-Nine-77',
    '0812345678',
  ])('%s', async (password) => {
    expect(await isEasyPassword(password, own)).toBe(true)
  })

  it('any of 3,000 and more that are long enough and used most', async () => {
    const longEnough = dictionary['passwords-common'].filter((password) => password.length >= 8)
    expect(longEnough.length).toBeGreaterThan(3000)
    expect(await Promise.all(longEnough.map((password) => isEasyPassword(password, [])))).not.toContain(false)
  })
})

it.each([
  'kapao-demo-1',
  'my-lucky-nine',
  'correct horse battery',
  '๙๙๙๙๙๙๙๙',
  '😀😀😀😀😀😀😀😀',
  '28-04-77-31',
])('%s may be chosen', async (password) => {
  expect(await isEasyPassword(password, own)).toBe(false)
})
