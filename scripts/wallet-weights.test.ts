import { expect, test } from 'vitest'
import { type Chunks, overBudget, weighWallet } from './wallet-weights.ts'

const part = (file: string, imports: readonly string[] = []) => ({ file, imports, isDynamicEntry: true })
const texts = (group: string) =>
  ['th', 'la', 'en'].map((locale) => [
    `../../virtual:texts/${group}/${locale}`,
    part(`${group}-${locale}.js`),
  ])

const build: Chunks = {
  '_react-dom.js': { file: 'react-dom.js', name: 'react-dom', imports: ['_base.js'] },
  '_base.js': { file: 'base.js', name: 'base' },
  '_base.css': { file: 'base.css', name: 'base' },
  '_later.js': { file: 'later.js', name: 'later', imports: ['_base.js'] },
  '_member.js': { file: 'member.js', name: 'member', imports: ['_base.js'] },
  '_bank-name.js': { file: 'bank-name.js' },
  'src/features/withdraw/withdraw-sheet.tsx': part('withdraw.js', ['_member.js', '_sheet.js']),
  'src/features/register/register-page.tsx': part('register.js', ['_base.js', '_bank-name.js']),
  'src/features/deposit/deposit-sheet.tsx': part('deposit.js', ['_member.js', '_sheet.js']),
  'src/features/deposit/accounts-way.tsx': part('accounts.js', [
    '_member.js',
    'src/features/deposit/deposit-sheet.tsx',
  ]),
  '_sheet.js': { file: 'sheet.js' },
  ...Object.fromEntries([...texts('base'), ...texts('member'), ...texts('withdraw'), ...texts('deposit')]),
}
const bytes: Readonly<Record<string, number>> = {
  'react-dom.js': 1,
  'base.js': 20,
  'later.js': 300,
  'member.js': 3_200,
  'bank-name.js': 800,
  'withdraw.js': 7,
  'deposit.js': 9,
  'accounts.js': 4,
  'sheet.js': 50,
  'base-la.js': 60_000,
  'base-th.js': 50_000,
  'withdraw-en.js': 100,
  'deposit-th.js': 600,
}
const weigh = (change: Readonly<Record<string, number>> = {}) =>
  weighWallet(build, (file) => ({ ...bytes, ...change })[file] ?? 0)
const of = (name: string) => weigh().find((weight) => weight.name === name)?.bytes

test('a page weighs what it loads with all that this imports, each once, in the language that is heaviest', () => {
  expect(of('/login')).toBe(60_321)
  expect(of('/user/home')).toBe(63_521)
})

test('a sheet weighs with its texts what it adds to home, a page of visitors what it adds to /login', () => {
  expect(of('src/features/withdraw/withdraw-sheet.tsx')).toBe(157)
  expect(of('src/features/register/register-page.tsx')).toBe(800)
})

test('what a sheet loads later weighs what it adds to that sheet', () => {
  expect(of('src/features/deposit/deposit-sheet.tsx')).toBe(659)
  expect(of('src/features/deposit/accounts-way.tsx')).toBe(4)
})

test('what is over its budget is named with how much', () => {
  expect(overBudget(weigh())).toEqual([])
  expect(overBudget(weigh({ 'base.js': 12_000, 'sheet.js': 16_000 }))).toEqual([
    '/login: 72301 bytes, 301 over its budget of 72000',
    'src/features/withdraw/withdraw-sheet.tsx: 16107 bytes, 1107 over its budget of 15000',
    'src/features/deposit/deposit-sheet.tsx: 16609 bytes, 1609 over its budget of 15000',
  ])
})

test('a page whose files are not in the build is no light page, but a mistake', () => {
  const { '_base.js': _, ...rest } = build
  expect(() => weighWallet(rest, () => 0)).toThrow('The build has no base')
})
