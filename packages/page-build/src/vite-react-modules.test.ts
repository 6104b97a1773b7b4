import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { asModule, withNamesApart } from './vite-react-modules.ts'

const require = createRequire(import.meta.url)

const sourceOf = (name: string, file: string) =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), 'cjs', file), 'utf8')

/** As the browser has it, its own file by itself. */
const load = (module: string): Promise<Readonly<Record<string, unknown>>> =>
  import(`data:text/javascript,${encodeURIComponent(module)}`)

test.each([
  ['react', 'react.production.js'],
  ['react', 'react-jsx-runtime.production.js'],
  ['scheduler', 'scheduler.production.js'],
])('%s/%s hands over as a module what it does as CommonJS', async (name, file) => {
  const common: object = require(join(dirname(require.resolve(`${name}/package.json`)), 'cjs', file))
  const module = await load(asModule(sourceOf(name, file)))
  expect(Object.keys(module).sort()).toEqual(Object.keys(common).sort())
  const textOf = (value: unknown) =>
    typeof value === 'function' ? String(value).replaceAll('exported_', 'exports.') : typeof value
  for (const [key, value] of Object.entries(common)) expect(textOf(module[key])).toBe(textOf(value))
})

test('an element of the module is one of React', async () => {
  const { createElement, isValidElement } = await load(asModule(sourceOf('react', 'react.production.js')))
  if (typeof createElement !== 'function' || typeof isValidElement !== 'function') throw new Error('no React')
  expect(isValidElement(createElement('p', null, 'here'))).toBe(true)
  expect(isValidElement({})).toBe(false)
})

test.each([
  ['react-dom.production.js', ["import * as React from 'react'"]],
  [
    'react-dom-client.production.js',
    [
      "import * as Scheduler from 'scheduler'",
      "import * as React from 'react'",
      "import * as ReactDOM from 'react-dom'",
    ],
  ],
])('%s imports what it asked for', (file, imports) => {
  const lines = asModule(sourceOf('react-dom', file)).split('\n')
  expect(lines.filter((line) => line.startsWith('import '))).toEqual(imports)
})

test.each([
  ['something that hands over nothing', 'var a = 1'],
  ['something that replaces all it hands over', 'exports.a = 1\nmodule.exports = { a: 2 }'],
  ['something that asks for a file while it runs', 'exports.a = () => require(name)'],
])('%s is no React, and ends the build', (_what, code) => {
  expect(() => asModule(code)).toThrow('This is not CommonJS as React writes it')
})

test('React DOM’s lists of names are apart from it, and the same', async () => {
  const whole = sourceOf('react-dom', 'react-dom-client.production.js')
  const { code, names } = withNamesApart(whole)
  const { unitlessNumbers, aliases, domEvents } = await load(names)
  if (!(unitlessNumbers instanceof Set && aliases instanceof Map)) throw new Error('no lists')
  expect(unitlessNumbers.has('lineHeight')).toBe(true)
  expect(aliases.get('htmlFor')).toBe('for')
  expect(String(domEvents).split(' ')).toContain('pointerUp')
  // Nothing else is gone, and nothing is there twice.
  expect(whole.length - code.length).toBeLessThan(names.length)
  expect(code).toContain('var isJavaScriptProtocol =')
  expect(code).toMatch(/simpleEventPluginEvents =\s+domEvents\.split\(/)
  expect(code).not.toMatch(/\b(?:acceptCharset|boxOrdinalGroup|auxClick)\b/)
})

test('another React DOM, which lacks a list, is refused', () => {
  expect(() => withNamesApart('var aliases = new Map([])')).toThrow('no list unitlessNumbers')
})
