import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutUnreached } from './vite-lean-sanitizer.ts'

const folder = dirname(createRequire(import.meta.url).resolve('dompurify'))
const installed = readFileSync(join(folder, 'purify.es.mjs'), 'utf8')
const settings = { ALLOWED_TAGS: ['a', 'p'], ALLOWED_ATTR: ['href'], FORBID_CONTENTS: ['svg'] }
const valueIn = (name: string, code: string) =>
  new RegExp(`^\\t(?:let|const) ${name} = (.*);$`, 'm').exec(code)?.[1]

// That it makes the same of every text is tried in a browser (e2e/lean-sanitiser.spec.ts).

/** What the library never comes to where we set nothing, and a bundler leaves out. */
const unreached = /^(?:\} else )?if \((?:false|\(void 0\))|\(void 0\)/
const written = [
  'var _ref3 = _ref2;',
  'const svg$1 = freeze(["a"]);',
  ...['svgFilters', 'svgDisallowed', 'mathMl$1', 'mathMlDisallowed'].map(
    (name) => `const ${name} = freeze([]);`,
  ),
  ...['TAGS', 'ATTR'].map((name) => `const DEFAULT_ALLOWED_${name} = null;`),
  'const DEFAULT_FORBID_CONTENTS = null;',
  'const NAMESPACE = HTML_NAMESPACE;',
  'const PARSER_MEDIA_TYPE = "text/html";',
  'const transformCaseFunc = stringToLowerCase;',
  ...['ALLOWED_TAGS', 'ALLOWED_ATTR', 'FORBID_CONTENTS'].map(
    (name) => `${name} = _resolveSetOption(cfg, "${name}", null, { transform: transformCaseFunc });`,
  ),
  ...['ALLOWED_NAMESPACES', 'MATHML_TEXT_INTEGRATION_POINTS', 'HTML_INTEGRATION_POINTS'].map(
    (name) => `${name} = DEFAULT_${name};`,
  ),
  ...['FORBID_TAGS', 'FORBID_ATTR'].map((name) => `${name} = create(null);`),
  'if (FORBID_TAGS[tagName] || !ALLOWED_TAGS[tagName]) {',
  'const nameIsPermitted = ALLOWED_ATTR[lcName];',
  'if (!nameIsPermitted) return false;',
]

test('in the installed DOMPurify nothing else is written anew', () => {
  const before = new Set(installed.split('\n').map((line) => line.trim()))
  const added = withoutUnreached(installed, settings)
    .split('\n')
    .map((line) => line.replace('/* @__PURE__ */ ', '').trim())
    .filter((line) => !before.has(line) && !unreached.test(line))
    .filter((line) => !/^const [A-Z_]+ = (?:true|false);$/.test(line))
  expect(added.toSorted()).toEqual(written.toSorted())
})

test('a setting is what the library makes of ours, or of none', () => {
  const lean = withoutUnreached(installed, { ...settings, ALLOW_DATA_ATTR: false, RETURN_TRUSTED_TYPE: true })
  expect(valueIn('ALLOW_DATA_ATTR', lean)).toBe('false')
  expect(valueIn('ALLOW_ARIA_ATTR', lean)).toBe('true')
  expect(valueIn('RETURN_TRUSTED_TYPE', lean)).toBe('true')
  expect(valueIn('SAFE_FOR_XML', lean)).toBe('true')
  expect(valueIn('IN_PLACE', lean)).toBe('false')
  const forTemplates = withoutUnreached(installed, { ...settings, SAFE_FOR_TEMPLATES: true })
  expect(valueIn('ALLOW_DATA_ATTR', forTemplates)).toBe('false')
})

test('of the names in SVG and MathML those stay that a text of ours may have', () => {
  const lean = withoutUnreached(installed, { ...settings, ALLOWED_TAGS: ['a', 'font', 'set', 'mi'] })
  expect(lean).toContain('const svg$1 = /* @__PURE__ */ freeze(["a","font"]);')
  expect(lean).toContain('const svgDisallowed = /* @__PURE__ */ freeze(["set"]);')
  expect(lean).toContain('const mathMl$1 = /* @__PURE__ */ freeze(["mi"]);')
})

test('what was not read is refused: another version, another piece, other settings', () => {
  expect(() => withoutUnreached(installed.replaceAll('3.4.18', '3.5.0'), settings)).toThrow(
    'not the DOMPurify',
  )
  expect(() => withoutUnreached(installed.replaceAll('SET_CONFIG', 'SET_ONCE'), settings)).toThrow('no ')
  expect(() => withoutUnreached(installed.replace('const svgFilters', 'const filters'), settings)).toThrow(
    'no list',
  )
  expect(() => withoutUnreached(installed, { ...settings, IN_PLACE: true })).toThrow('IN_PLACE')
  expect(() => withoutUnreached(installed, { ALLOWED_ATTR: [] })).toThrow('list of elements')
})
