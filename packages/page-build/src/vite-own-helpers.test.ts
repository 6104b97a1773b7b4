import { expect, test } from 'vitest'
import { withHelper } from './vite-own-helpers.ts'

const asked = 'import { t as __exportAll } from "./rolldown-runtime-x.js";'

test('a file has the helper itself that it asked another file for, and gives what its exports are by then', async () => {
  const code = `${asked}
    export const page = __exportAll({ name: () => name, size: () => 2 });
    const name = 'login';`
  const { page } = await import(
    `data:text/javascript,${encodeURIComponent(withHelper(code, 'assets/rolldown-runtime-x.js'))}`
  )
  expect({ ...page }).toEqual({ name: 'login', size: 2 })
  expect(withHelper(code, 'assets/rolldown-runtime-x.js')).not.toContain('import')
})

test.each([
  'import { n as __toESM, t as __exportAll } from "./rolldown-runtime-x.js";',
  'import { n as __toESM } from "./rolldown-runtime-x.js";',
  'import { t as __exportAll } from "./another-y.js";',
])('what it does not know is refused: %s', (line) => {
  expect(() => withHelper(line, 'assets/rolldown-runtime-x.js')).toThrow('Another helper')
})
