import { expect, it } from 'vitest'
import { wrongWithPassword } from './account.ts'

const tenAnimals = '🐘🐅🐍🐎🐑🐒🐔🐖🐀🐂'

it.each([
  ['nine characters', '🐘🐅🐍🐎🐑🐒🐔🐖🐀', 'length'],
  ['ten characters', tenAnimals, null],
  ['128 characters', `${tenAnimals.repeat(12)}🐘🐅🐍🐎🐑🐒🐔🐖`, null],
  ['129 characters', `${tenAnimals.repeat(12)}🐘🐅🐍🐎🐑🐒🐔🐖🐀`, 'length'],
])('a password of %s is judged by them, whatever place they take', async (_what, password, wrong) => {
  expect(await wrongWithPassword(password, [], null)).toBe(wrong)
})
