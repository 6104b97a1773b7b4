/**
 * A file of packages/contract declares the calls of one subject, and a bundler puts a file into one chunk: with any call of it, a page would carry those of all other
 * pages. So each is cut into what it declares, and every call travels with who makes it.
 */
import { readFileSync } from 'node:fs'
import { type ESTree, type Plugin, parseSync } from 'vite'

const contract = /\/packages\/contract\/src\/[\w-]+\.ts$/
const PART = '?part='

export function splitContract(): Plugin {
  const cutFiles = new Map<string, Declarations>()
  const declarationsOf = (file: string) => {
    const known = cutFiles.get(file) ?? cut(readFileSync(file, 'utf8'))
    cutFiles.set(file, known)
    return known
  }
  return {
    name: 'kapao-split-contract',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => cutFiles.clear(),
    resolveId(id, importer) {
      if (id.startsWith(PART)) return { id: `${withoutPart(importer ?? '')}${id}`, moduleSideEffects: false }
      return undefined
    },
    load(id) {
      const file = withoutPart(id)
      if (!contract.test(file)) return undefined
      const declarations = declarationsOf(file)
      const name = id.slice(file.length + PART.length)
      const code = id === file ? wholeOf(declarations.parts) : partOf(name, declarations)
      return { code, moduleSideEffects: false }
    },
  }
}

const withoutPart = (id: string) => id.split(PART)[0] ?? ''

interface Declarations {
  /** The file's own, as they stand. */
  readonly imports: string
  /** By their names; a function with several signatures is one. Types are no parts: none of them is built. */
  readonly parts: ReadonlyMap<string, { readonly code: string; readonly isExported: boolean }>
}

/** Throws where a file does more than to declare: that would be done for who does not use it, or be lost. */
export function cut(code: string): Declarations {
  const parts = new Map<string, { code: string; isExported: boolean }>()
  let imports = ''
  let end = 0
  for (const statement of parseSync('contract.ts', code).program.body) {
    // With the comments before it: they say to a bundler what has no effect.
    const own = code.slice(end, statement.end)
    end = statement.end
    if (statement.type === 'ImportDeclaration') imports += own
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declared = isExported ? statement.declaration : statement
    if (declared?.type === 'TSTypeAliasDeclaration' || declared?.type === 'TSInterfaceDeclaration') continue
    if (statement.type === 'ImportDeclaration') continue
    const name = nameOf(declared)
    if (name === null) throw new Error(`A contract only declares, one name at a time: ${own.trim()}`)
    parts.set(name, { code: `${parts.get(name)?.code ?? ''}${own}`, isExported })
  }
  return { imports, parts }
}

function nameOf(declared: ESTree.Node | null): string | null {
  if (declared?.type === 'VariableDeclaration') {
    const [first, ...others] = declared.declarations
    return first?.id.type === 'Identifier' && others.length === 0 ? first.id.name : null
  }
  const isNamed =
    declared?.type === 'FunctionDeclaration' ||
    declared?.type === 'TSDeclareFunction' ||
    declared?.type === 'ClassDeclaration'
  return isNamed ? (declared.id?.name ?? null) : null
}

/** What others import the file for. */
export function wholeOf(parts: Declarations['parts']): string {
  return [...parts]
    .filter(([, { isExported }]) => isExported)
    .map(([name]) => `export { ${name} } from '${PART}${name}'`)
    .join('\n')
}

/** A word that only looks like another part's name costs nothing: an import that nobody uses is left out. */
export function partOf(name: string, { imports, parts }: Declarations): string {
  const part = parts.get(name)
  if (!part) throw new Error(`The contract declares no ${name}`)
  const words = new Set(part.code.match(/[\w$]+/g))
  const others = [...parts.keys()].filter((other) => other !== name && words.has(other))
  return [
    imports,
    ...others.map((other) => `import { ${other} } from '${PART}${other}'`),
    part.code,
    part.isExported ? '' : `export { ${name} }`,
  ].join('\n')
}
