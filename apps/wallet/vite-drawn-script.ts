/** A script of drawn/ as a file of the build: it imports nothing, so that it runs as soon as it is there. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { minifySync } from 'vite'

interface DrawnScript {
  readonly fileName: string
  readonly source: string
}

export function drawnScript(root: string, name: string): DrawnScript {
  const plain = stripTypeScriptTypes(readFileSync(join(root, 'drawn', `${name}.ts`), 'utf8'))
  // In a function: a classic script's names are the whole page's.
  const { code, errors } = minifySync(`${name}.js`, `{(() => {${plain}\n})()}`)
  if (errors.length > 0) throw new Error(`drawn/${name}.ts: ${errors.map(String).join('; ')}`)
  return { fileName: `assets/${name}-${hashOf(code)}.js`, source: code }
}

/** As part of a name. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}
