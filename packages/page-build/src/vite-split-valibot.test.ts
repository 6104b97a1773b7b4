import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { cut } from './vite-split-valibot.ts'

const file = `//#region src/a.ts
let store$1;
function one() {
	return store$1;
}
//#endregion
//#region src/b.ts
const enum_ = () => one();
//#endregion
export { enum_ as enum, enum_, one };`

test('each part imports what it uses of the others, and the whole still exports all, under every name', () => {
  const parts = cut(file)
  expect([...parts.keys()]).toEqual(['src/a.ts', 'src/b.ts', ''])
  expect(parts.get('src/a.ts')).not.toContain('import')
  expect(parts.get('src/a.ts')).toContain('export { store$1, one }')
  expect(parts.get('src/b.ts')).toMatch(/^import \{ one \} from '\0valibot:src\/a\.ts'/)
  expect(parts.get('')?.split('\n')).toEqual([
    "export { enum_ as enum } from '\0valibot:src/b.ts'",
    "export { enum_ } from '\0valibot:src/b.ts'",
    "export { one } from '\0valibot:src/a.ts'",
  ])
})

test('a file of another kind is refused, and one that exports what no part declares', () => {
  expect(() => cut(file.replaceAll('#region', 'region'))).toThrow('cannot be cut')
  expect(() => cut(file.replace('function one', 'odd one'))).toThrow('one is in none of its parts')
})

test('the valibot that is installed can be cut', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('valibot'))
  const installed = readFileSync(join(folder, 'index.mjs'), 'utf8')
  expect(cut(installed).get('src/schemas/object/object.ts')).toContain('_addIssue')
})
