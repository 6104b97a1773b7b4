/**
 * A script of drawn/, and what writes pages that begin with one. Such a script imports nothing, so that it runs as soon as it is there: at once where it stands in the page itself, for a
 * server whose content policy names it by its hash (apps/api/src/http/page-files.ts), and otherwise as a file of the build.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import type { Locale } from '@kapao/browser/locale'
import { minifySync, type Plugin, type Rolldown } from 'vite'

interface Written {
  readonly bundle: Rolldown.OutputBundle
  readonly outDir: string
  /** One of drawn/, by its name. */
  readonly script: (name: string) => DrawnScript
}

interface Options {
  readonly name: string
  /** The scripts that pages ask for, and do not hold themselves. */
  readonly files: readonly string[]
}

/** Calls `write` when all files of a build for browsers are there. */
export function drawnPages(
  root: string,
  { name, files }: Options,
  write: (written: Written) => Promise<void>,
): Plugin {
  const script = (of: string) => new DrawnScript(root, of)
  let outDir = ''
  return {
    name: `kapao-drawn-${name}`,
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    configResolved(resolved) {
      outDir = resolve(resolved.root, resolved.build.outDir)
    },
    buildStart() {
      for (const { fileName, source } of files.map(script)) this.emitFile({ type: 'asset', fileName, source })
    },
    writeBundle: (_options, bundle) => write({ bundle, outDir, script }),
  }
}

class DrawnScript {
  readonly fileName: string
  readonly source: string

  constructor(root: string, name: string) {
    const plain = stripTypeScriptTypes(readFileSync(join(root, 'drawn', `${name}.ts`), 'utf8'))
    // In a function: a classic script's names are the whole page's.
    const { code, errors } = minifySync(`${name}.js`, `{(() => {${plain}\n})()}`)
    if (errors.length > 0) throw new Error(`drawn/${name}.ts: ${errors.map(String).join('; ')}`)
    this.source = code.trim()
    this.fileName = `assets/${name}-${hashOf(this.source)}.js`
  }

  /** `data`: what the script is told. */
  inPage(data: Data): string {
    if (/<\/script|<!--/i.test(this.source)) throw new Error(`${this.fileName} would end before its end`)
    return `<script${attributesOf(data)}>${this.source}</script>`
  }

  byFile(data: Data): string {
    return `<script async fetchpriority="high" src="/${this.fileName}"${attributesOf(data)}></script>`
  }
}

export type Data = readonly (readonly [name: string, values: readonly string[]])[]

function attributesOf(data: Data): string {
  return data.map(([name, values]) => ` data-${name}="${values.join(' ')}"`).join('')
}

/** The files that a page begins with, each behind what it needs, as the tags that bring them. */
export function modulesOf(page: string): readonly { readonly tag: string; readonly file: string }[] {
  const found = (tags: RegExp) => [...page.matchAll(tags)].map(([tag, file = '']) => ({ tag, file }))
  return [
    ...found(/ *<link rel="modulepreload"[^>]* href="([^"]+)">\n?/g),
    ...found(/ *<script type="module"[^>]* src="([^"]+)"><\/script>\n?/g),
  ]
}

/** The file of a group of sources (vite.config.ts). */
export function fileNamed(bundle: Rolldown.OutputBundle, name: string): string {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name)
  if (!found) throw new Error(`The build has no file ${name}`)
  return `/${found.fileName}`
}

/** What draws a page is asked for by what it draws (src/main.tsx), and yet from the first. */
export const drawerOf = (bundle: Rolldown.OutputBundle) => fileNamed(bundle, 'react-dom')

/** What a page in this language is called: the region's own has the plain name as well, for who says nothing of languages. */
export function namesOf(page: string, locale: Locale, first: string): string[] {
  return [`${page}.${locale}`, ...(locale === first ? [page] : [])]
}

/** The mark beside the name, and of the tab, is in the page: asked for, it would have the connection that its first script needs. */
export function withMark(html: string, folder: string): string {
  const mark = readFileSync(join(folder, 'mark.webp')).toString('base64')
  const bare = html.replace(/ *<link rel="icon" href="\/favicon.ico"[^>]*>\n/, '')
  return bare.replaceAll(
    /((?:<img src|type="image\/webp" [^>]*href)=")\/mark\.webp"/g,
    (_whole, begin: string) => `${begin}data:image/webp;base64,${mark}"`,
  )
}

/** As part of a name. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}
