/**
 * A script of drawn/ as a file of the build, and what writes pages that begin with one. Such a script imports nothing, so that it runs as soon as it is there.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import type { Locale } from '@kapao/browser/locale'
import { minifySync, type Plugin, type Rolldown } from 'vite'

interface DrawnScript {
  readonly fileName: string
  readonly source: string
}

interface Written {
  readonly bundle: Rolldown.OutputBundle
  readonly outDir: string
  /** The script's name in `outDir`. */
  readonly script: string
}

/** Adds the script `name` to a build for browsers, and calls `write` when all its files are there. */
export function drawnPages(root: string, name: string, write: (written: Written) => Promise<void>): Plugin {
  const script = drawnScript(root, name)
  let outDir = ''
  return {
    name: `kapao-drawn-${name}`,
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    configResolved(resolved) {
      outDir = resolve(resolved.root, resolved.build.outDir)
    },
    buildStart() {
      this.emitFile({ type: 'asset', ...script })
    },
    writeBundle: (_options, bundle) => write({ bundle, outDir, script: script.fileName }),
  }
}

/** What a page in this language is called: the region's own has the plain name as well, for who says nothing of languages. */
export function namesOf(page: string, locale: Locale, first: string): string[] {
  return [`${page}.${locale}`, ...(locale === first ? [page] : [])]
}

/** The mark beside the name, and of the tab, are in the page: asked for, they would have the connection that its first script needs. */
export function withImages(html: string, folder: string): string {
  return html.replaceAll(
    /((?:<img src|type="image\/svg\+xml" href)=")\/(\w+\.svg)"/g,
    (_whole, begin: string, file: string) => {
      const image = readFileSync(join(folder, file), 'utf8').trim()
      return `${begin}data:image/svg+xml,${encodeURIComponent(image).replaceAll('%20', ' ')}"`
    },
  )
}

function drawnScript(root: string, name: string): DrawnScript {
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
