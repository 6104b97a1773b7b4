/**
 * valibot comes as one file, and a file goes into one chunk: whatever any screen checks would travel with the first page. Its file still says
 * where each of its sources began, so it is cut there again, and every part goes with who uses it.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const PART = '\0valibot:'

/** The file's parts by the path of their source; `''` is what everybody imports. */
export type Parts = ReadonlyMap<string, string>

export function splitValibot(): Plugin {
  let parts: Parts = new Map()
  return {
    name: 'kapao-split-valibot',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (id.startsWith(PART)) return { id, moduleSideEffects: false }
      if (id !== 'valibot') return undefined
      const whole = await this.resolve(id, importer, { skipSelf: true })
      if (!whole) return undefined
      if (parts.size === 0) parts = cut(readFileSync(whole.id, 'utf8'))
      return { id: PART, moduleSideEffects: false }
    },
    load(id) {
      return id.startsWith(PART) ? parts.get(id.slice(PART.length)) : undefined
    },
  }
}

const declaration = /^(?:async )?(?:let|var|const|class|function)\*? ([\w$]+)/gm

/** Throws when the file is not as this knows it: nothing may be left out in silence. */
export function cut(file: string): Parts {
  const [code = '', exported] = file.split(/^export \{([^}]*)\};?\s*$/m)
  const sources = new Map<string, string>()
  const homes = new Map<string, string>()
  for (const section of code.split(/^\/\/#region /m).slice(1)) {
    const [path = '', source = ''] = section.split(/\n([\s\S]*)/)
    sources.set(path, source)
    for (const [, name = ''] of source.matchAll(declaration)) homes.set(name, path)
  }
  if (sources.size < 2 || exported === undefined) throw new Error('This valibot cannot be cut into its parts')
  const parts = new Map<string, string>()
  for (const [path, source] of sources) {
    const own = [...homes].filter(([, home]) => home === path).map(([name]) => name)
    parts.set(path, `${importsOf(path, source, homes)}\n${source}\nexport { ${own.join(', ')} }`)
  }
  return parts.set('', exportsOf(exported, homes))
}

/** A word that only looks like another part's name costs nothing: an import that nobody uses is left out. */
function importsOf(path: string, source: string, homes: ReadonlyMap<string, string>): string {
  const words = new Set(source.match(/[\w$]+/g))
  return [...homes]
    .filter(([name, home]) => home !== path && words.has(name))
    .map(([name, home]) => `import { ${name} } from '${PART}${home}'`)
    .join('\n')
}

/** `list` is the file's own, such as "object, enum_ as enum". */
function exportsOf(list: string, homes: ReadonlyMap<string, string>): string {
  return list
    .split(',')
    .map((entry) => {
      const home = homes.get(entry.trim().split(' ')[0] ?? '')
      if (home === undefined) throw new Error(`valibot's ${entry.trim()} is in none of its parts`)
      return `export { ${entry.trim()} } from '${PART}${home}'`
    })
    .join('\n')
}
