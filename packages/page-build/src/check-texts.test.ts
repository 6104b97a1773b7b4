import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkTexts } from './check-texts.ts'

let house: string
let app: string

const declaration = "import type texts from './texts.en.json'\n"
const screen = `
  t('deposit.title')
  t(\`deposit.way-\${way}\`)
  t(\`deposit.step-\${step}\`)
  export const ways = ['qr', 'bank']
`
const english = {
  title: 'Deposit {amount}',
  'way-qr': 'By QR',
  'way-bank': 'By bank',
  'step-1': 'First',
}

function plant(path: string, content: string | object): void {
  const file = join(app, 'src', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const deposit = 'features/deposit'
const textsOf = (locale: string) => `${deposit}/texts.${locale}.json`

/** An app with one feature, to which nothing can be objected. */
beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'kapao-texts-'))
  app = join(house, 'apps', 'wallet')
  for (const locale of ['th', 'la', 'en']) plant(textsOf(locale), english)
  plant(`${deposit}/texts.d.ts`, declaration)
  plant(`${deposit}/deposit-sheet.tsx`, screen)
})

afterEach(() => rmSync(house, { recursive: true, force: true }))

test('nothing is said of texts that are complete, used and known', () => {
  expect(checkTexts(app)).toEqual([])
})

test('a key that the code uses and no language has is named with its file', () => {
  plant(`${deposit}/other.tsx`, "t('deposit.nowhere')")
  expect(checkTexts(app)).toEqual([`${join(deposit, 'other.tsx')}: there is no text deposit.nowhere`])
})

test.each(['th', 'la', 'en'])('a text that %s lacks, or has empty, is named', (locale) => {
  const { title: _, ...rest } = english
  for (const texts of [rest, { ...english, title: ' ' }]) {
    plant(textsOf(locale), texts)
    expect(checkTexts(app)).toContain(`deposit.title: no text in ${locale}`)
  }
})

test('a language whose file is missing is named', () => {
  rmSync(join(app, 'src', textsOf('la')))
  expect(checkTexts(app)).toContain(`${textsOf('la')} is missing`)
})

test('a text that nothing uses is named, also where a template could give it but nothing fills its hole so', () => {
  for (const locale of ['th', 'la', 'en'])
    plant(textsOf(locale), { ...english, forgotten: 'Old', 'way-cash': 'By cash', 'step-last': 'Last' })
  expect(checkTexts(app)).toEqual([
    'deposit.forgotten: nothing uses it',
    'deposit.way-cash: nothing uses it',
    'deposit.step-last: nothing uses it',
  ])
  // The contract has the word: then a call may say it.
  const codes = join(house, 'packages', 'contract', 'src', 'codes.ts')
  mkdirSync(dirname(codes), { recursive: true })
  writeFileSync(codes, "export const ways = ['cash']")
  expect(checkTexts(app)).not.toContain('deposit.way-cash: nothing uses it')
})

test('values that one language has and another lacks are named, and so is what does not compile', () => {
  plant(textsOf('th'), { ...english, title: 'ฝาก' })
  plant(textsOf('la'), { ...english, 'way-qr': '{ways, select, qr {QR} other {}}' })
  expect(checkTexts(app)).toEqual([
    'deposit.title: placeholders differ:  | amount',
    expect.stringMatching(/^deposit\.way-qr: the la text does not compile/),
  ])
})

test('a feature that does not declare its keys is named', () => {
  rmSync(join(app, 'src', deposit, 'texts.d.ts'))
  expect(checkTexts(app)).toEqual([
    `deposit: ${join(deposit, 'texts.d.ts')} must declare its keys, as the other features' do`,
  ])
})

test('as a command it ends badly when there is something to say, which is what the check goes by', async () => {
  const run = () =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const program = join(import.meta.dirname, 'check-texts.ts')
      execFile(process.execPath, [program, app], (error, _, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), said: stderr }),
      )
    })
  expect(await run()).toEqual({ code: 0, said: '' })
  plant(`${deposit}/other.tsx`, "t('deposit.nowhere')")
  expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('deposit.nowhere') })
})
