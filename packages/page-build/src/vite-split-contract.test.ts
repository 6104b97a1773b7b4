import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cut, partOf, wholeOf } from './vite-split-contract.ts'

const file = `import * as v from 'valibot'
import { call } from './call.ts'

/** Who. */
const party = { userId: v.string() }
export type Party = typeof party

// @__NO_SIDE_EFFECTS__
export function known(one: string): string
export function known(one: number): number
export function known(one: unknown): unknown {
  return one
}

export const said = /* @__PURE__ */ call({ body: v.object(party) })
`

test('each part brings what it uses of the others, and the file exports what it did, but no types', () => {
  const declarations = cut(file)
  expect(wholeOf(declarations.parts).split('\n')).toEqual([
    "export { known } from '?part=known'",
    "export { said } from '?part=said'",
  ])
  expect(partOf('said', declarations)).toContain("import { party } from '?part=party'")
  expect(partOf('said', declarations)).toContain("import { call } from './call.ts'")
  expect(partOf('party', declarations)).toContain('export { party }')
  expect(partOf('party', declarations)).not.toContain('?part=')
})

test('what is said to the bundler before a part stays before it, and a function with several signatures is one', () => {
  const known = partOf('known', cut(file))
  expect(known).toMatch(/@__NO_SIDE_EFFECTS__\nexport function known\(one: string\)/)
  expect(known.match(/export function known/g)).toHaveLength(3)
})

test('a file that does more than to declare is refused', () => {
  expect(() => cut(`${file}\nlog(said)`)).toThrow('only declares')
  expect(() => cut(`${file}\nexport { other } from './other.ts'`)).toThrow('only declares')
  expect(() => cut(`${file}\nconst [one, two] = party`)).toThrow('only declares')
})

test('every file of the contract can be cut', () => {
  const folder = join(import.meta.dirname, '../../contract/src')
  for (const name of readdirSync(folder).filter((one) => !one.endsWith('.test.ts'))) {
    const code = readFileSync(join(folder, name), 'utf8')
    const exported = [...code.matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(([, one]) => one)
    const { parts } = cut(code)
    expect([...parts].filter(([, part]) => part.isExported).map(([one]) => one)).toEqual([
      ...new Set(exported),
    ])
  }
})
