/**
 * React is published as CommonJS, which a bundler keeps in functions of its own: every file of a page would ask for React through a helper, from a file more, and
 * carry what it does not use. Here its production files become modules; not a statement of theirs is another (docs/decisions/lean-react.md).
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** What may be imported, and the package and file that it is. */
const files: Readonly<Record<string, readonly [name: string, file: string]>> = {
  react: ['react', 'react.production.js'],
  'react/jsx-runtime': ['react', 'react-jsx-runtime.production.js'],
  'react-dom': ['react-dom', 'react-dom.production.js'],
  'react-dom/client': ['react-dom', 'react-dom-client.production.js'],
  scheduler: ['scheduler', 'scheduler.production.js'],
}

/** The module of the names that React DOM knows (withNamesApart). */
const NAMES = '\0react-dom-names'

const isOne = (id: string) => /\/(?:react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/.test(id)

export function reactModules(): Plugin {
  const { resolve } = createRequire(import.meta.url)
  let names = ''
  return {
    name: 'kapao-react-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (source === NAMES) return source
      const found = files[source]
      if (!found) return null
      const [name, file] = found
      return join(dirname(resolve(`${name}/package.json`)), 'cjs', file)
    },
    load: (id) => (id === NAMES ? names : undefined),
    transform(code, id) {
      if (!isOne(id)) return undefined
      if (!id.endsWith('/react-dom-client.production.js')) return { code: asModule(code), map: null }
      const apart = withNamesApart(code)
      names = apart.names
      return {
        code: `import { ${Object.keys(nameLists).join(', ')} } from '${NAMES}'\n${asModule(apart.code)}`,
        map: null,
      }
    },
  }
}

/** The lists of names in React DOM, and what each leaves in its place. */
const nameLists: Readonly<Record<string, readonly [whole: RegExp, left: string]>> = {
  unitlessNumbers: [/^var unitlessNumbers = (new Set\(\n[^;]*?\n\));\n/m, ''],
  aliases: [/^var aliases = (new Map\(\[\n[^;]*?\n {2}\]\)),\n +/m, 'var '],
  domEvents: [/(?<=^ {2}simpleEventPluginEvents =\n +)("abort [\w ]+")(?=\.split\()/m, 'domEvents'],
}

/**
 * The names of attributes, styles and events, in a module of their own: React DOM is the largest file of the first page, which is there when its largest is, and its lists may as well come with another.
 * Throws when a list is not there.
 */
export function withNamesApart(code: string): { readonly code: string; readonly names: string } {
  const names: string[] = []
  let rest = code
  for (const [name, [whole, left]] of Object.entries(nameLists)) {
    const [, list] = whole.exec(rest) ?? []
    if (list === undefined) throw new Error(`This React DOM has no list ${name}`)
    names.push(`export const ${name} = ${list}\n`)
    rest = rest.replace(whole, left)
  }
  return { code: rest, names: names.join('') }
}

const required = /\b(\w+) = require\("([\w/-]+)"\)/g

/** Throws where a file asks for others, or hands over what is its own, in another way than React does. */
export function asModule(code: string): string {
  const imports = [...code.matchAll(required)].map(
    ([, name, source]) => `import * as ${name} from '${source}'`,
  )
  const names = [...new Set([...code.matchAll(/\bexports\.(\w+)/g)].map(([, name = '']) => name))]
  const body = code
    .replace(/^(?:var|const|let)\s+(?:\w+ = require\("[\w/-]+"\)[,;]\s*)+/gm, '')
    .replaceAll(/\bexports\.(\w+)/g, 'exported_$1')
  if (names.length === 0 || /(?<![.\w"'])(?:require\(|module\.exports\b|exports\b)/.test(body))
    throw new Error('This is not CommonJS as React writes it')
  return [
    ...imports,
    `var ${names.map((name) => `exported_${name}`).join(', ')}`,
    body,
    `export { ${names.map((name) => `exported_${name} as ${name}`).join(', ')} }`,
  ].join('\n')
}
