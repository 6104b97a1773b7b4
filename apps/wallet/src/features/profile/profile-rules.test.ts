import { expect, test } from 'vitest'
import { englishNameOf, judgePasswords, mayEditName } from './profile-rules.ts'

const passwords = { old: 'old-secret', fresh: 'new-secret', repeated: 'new-secret' }

test.each(['old', 'fresh', 'repeated'] as const)(
  'with %s empty nothing is said and nothing is sent',
  (field) => {
    expect(judgePasswords({ ...passwords, [field]: '' })).toEqual({ kind: 'empty', field })
  },
)

test('the new password and its repetition must be equal', () => {
  expect(judgePasswords({ ...passwords, repeated: 'new-Secret' })).toEqual({
    kind: 'wrong',
    field: 'repeated',
    text: 'passwords-differ',
  })
  expect(judgePasswords(passwords)).toEqual({ kind: 'ready' })
})

test.each([
  ['1234567', 'wrong'],
  ['12345678', 'ready'],
  ['x'.repeat(128), 'ready'],
  ['x'.repeat(129), 'wrong'],
  ['🎲'.repeat(7), 'wrong'],
  ['🎲'.repeat(128), 'ready'],
])('a new password of %s is %s', (fresh, kind) => {
  expect(judgePasswords({ old: 'old-secret', fresh, repeated: fresh }).kind).toBe(kind)
})

test.each([
  ['somying jaidee', 'SOMYING JAIDEE'],
  ['  SOMYING   Jaidee ', 'SOMYING JAIDEE'],
  ['สมหญิง ใจดี', null],
  ['SOMYING ใจดี', null],
  ['SOMYING-JAIDEE', null],
  ['SOMYING 2', null],
  ['JOSÉ', null],
  ['   ', null],
])('%j is kept as %j', (typed, name) => {
  expect(englishNameOf(typed)).toBe(name)
})

test('a name can be put right at banks that want English, and only while it is not', () => {
  const banks = ['KTB', 'TMB', 'BBL']
  const thai = { bankAccountName: 'สมหญิง ใจดี' }
  expect(banks.map((bankCode) => mayEditName({ ...thai, bankCode }))).toEqual([true, true, true])
  expect(mayEditName({ ...thai, bankCode: 'KBANK' })).toBe(false)
  expect(mayEditName({ bankCode: 'KTB', bankAccountName: 'Somying Jaidee' })).toBe(false)
})
