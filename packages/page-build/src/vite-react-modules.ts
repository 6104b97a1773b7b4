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

const isOne = (id: string) => /\/(?:react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/.test(id)

export function reactModules(): Plugin {
  const { resolve } = createRequire(import.meta.url)
  return {
    name: 'kapao-react-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      const found = files[source]
      if (!found) return null
      const [name, file] = found
      return join(dirname(resolve(`${name}/package.json`)), 'cjs', file)
    },
    transform: (code, id) => (isOne(id) ? { code: asModule(code), map: null } : undefined),
  }
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
