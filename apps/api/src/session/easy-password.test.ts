import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { isEasyPassword, wordsOfPlace } from './easy-password.ts'

const own = [...wordsOfPlace({ name: 'Lucky Nine', website: 'https://www.lucky-nine.example' }), '0812345678']

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
