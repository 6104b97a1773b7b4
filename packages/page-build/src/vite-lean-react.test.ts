import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutLeftOut } from './vite-lean-react.ts'

const folder = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))
const installed = readFileSync(join(folder, 'cjs', 'react-dom-client.production.js'), 'utf8')

test('what no page uses is left out of the React that is installed, and the rest stays as it is', () => {
  const lean = withoutLeftOut(installed)
  expect(lean).toContain('\nfunction startViewTransition() {}\n')
  expect(lean).not.toContain('FragmentInstance.prototype')
  const before = new Set(installed.split('\n'))
  const added = lean.split('\n').filter((line) => !before.has(line))
  expect(added.filter((line) => !/^function [\w$]+\(\) \{\}$/.test(line))).toEqual([])
  expect(lean.length).toBeGreaterThan(installed.length * 0.8)
})

test('another React, which lacks a name, is refused', () => {
  expect(() =>
    withoutLeftOut(installed.replaceAll('updateActivityComponent', 'updateIdleComponent')),
  ).toThrow('no function updateActivityComponent')
})
