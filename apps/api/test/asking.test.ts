import { lookupInfo, lookupSources } from '@kapao/contract/lookup'
import { expect, test } from 'vitest'
import { readAnswer, unnamedFields } from './asking.ts'

const said = (json: unknown) => ({ statusCode: 200, headers: {}, json: () => json })

test('an answer with a field that its call does not name is none', () => {
  const info = { name: 'Operator', website: 'https://operator.example' }
  expect(readAnswer(lookupInfo, said(info))).toMatchObject({ ok: true })
  expect(() => readAnswer(lookupInfo, said({ ...info, passwordHash: '$argon2id$' }))).toThrow(
    'answer.passwordHash',
  )
})

test('nor is one with such a field in a row of a list', () => {
  const source = { code: 'LINE', description: 'Line' }
  expect(() => readAnswer(lookupSources, said({ sources: [source, { ...source, rank: 1 }] }))).toThrow(
    'answer.sources[1].rank',
  )
})

test.for([
  [{ amount: 1.5 }, { amount: 150n }, []],
  [{ rows: [{ a: 1 }, { b: 2 }] }, { rows: [{ a: 1 }] }, ['answer.rows']],
  [{ rows: [{ a: 1, b: 2 }] }, { rows: [{ a: 1 }] }, ['answer.rows[0].b']],
  [{ event: { action: 'x' } }, { event: null }, ['answer.event']],
] as const)('%j read as %o has lost %j', ([json, parsed, lost]) => {
  expect(unnamedFields(json, parsed)).toEqual(lost)
})
