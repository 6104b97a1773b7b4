/**
 * Puts drawn/early.ts before all else of index.html, and tells it which files a member's page and home need besides the first; and writes user/home.html (and
 * `user/home.<language>.html`), the same page which asks for these by itself, for a server that knows where the visitor goes. Only the bundle knows those
 * files, so it is done when that has been written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@kapao/browser/locale'
import { compress } from '@kapao/page-build/vite-precompress'
import type { Plugin, Rolldown } from 'vite'
import { drawnPages, namesOf, withImages } from './vite-drawn-script.ts'

/** `first`: the region's language. */
export function early(root: string, first: string): Plugin {
  return drawnPages(root, 'early', async ({ bundle, outDir, script }) => {
    const files = filesOf(bundle)
    const member = files('app/member-area.tsx', 'app/member-pages.ts', 'ui/src/more-icon-paths.ts')
    const home = files('features/home/home-page.tsx').filter((file) => !member.includes(file))
    if (home.length > 0) throw new Error(`Home is not in the member's file alone: ${home.join(' ')}`)
    const texts = locales.map(
      (locale) => [locale, files(`virtual:texts/base/${locale}`, `virtual:texts/member/${locale}`)] as const,
    )
    const page = withStyles(readFileSync(join(outDir, 'index.html'), 'utf8'), outDir)
    const write = async (name: string, more: Parts, html = page) => {
      const path = join(outDir, name)
      writeFileSync(path, withScript(html, script, more))
      await compress(path)
    }
    await write('index.html', {
      data: [['first', [first]], ['member', member], ...texts],
      files: [],
    })
    mkdirSync(join(outDir, 'user'))
    const homePage = withImages(page, outDir)
    for (const [locale, words] of texts) {
      const parts: Parts = { data: [], files: [...member, ...words] }
      for (const name of namesOf('user/home', locale, first)) await write(`${name}.html`, parts, homePage)
    }
  })
}

/** `data`: what the script is told; `files`: what the page asks for by itself. */
interface Parts {
  readonly data: readonly (readonly [name: string, values: readonly string[]])[]
  readonly files: readonly string[]
}

/** Behind the largest file, which so has the connection that the page came by. */
function withScript(page: string, script: string, { data, files }: Parts): string {
  const largest = / *<link rel="modulepreload"[^>]* href="\/assets\/base-[^"]+">\n/.exec(page)?.[0]
  if (!largest) throw new Error('The page does not begin with base')
  const attributes = data.map(([name, values]) => ` data-${name}="${values.join(' ')}"`).join('')
  const tags = [
    `<script async fetchpriority="high" src="/${script}"${attributes}></script>`,
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    ),
  ]
  const lines = tags.map((tag) => `    ${tag}\n`).join('')
  return page.replace(largest, '').replace(/ *<link rel="icon"/, (icon) => `${largest}${lines}${icon}`)
}

/** A few KB that the first paint waits for: in the page they cost no request. */
function withStyles(page: string, outDir: string): string {
  return page.replace(
    / *<link rel="stylesheet"[^>]* href="\/([^"]+)">\n?/g,
    (_link, file: string) => `    <style>${readFileSync(join(outDir, file), 'utf8').trim()}</style>\n`,
  )
}

type Chunk = Rolldown.OutputChunk

/** The addresses of the files that hold these sources and all that they import, but for those that every page begins with. */
function filesOf(bundle: Rolldown.OutputBundle): (...sources: readonly string[]) => readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const closure = (chunk: Chunk, found = new Set<Chunk>()): ReadonlySet<Chunk> => {
    if (found.has(chunk)) return found
    found.add(chunk)
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported) closure(imported, found)
    }
    return found
  }
  const holding = (source: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)))
    if (!chunk) throw new Error(`The build has no ${source}`)
    return chunk
  }
  const every = closure(holding('src/main.tsx'))
  return (...sources) => {
    const wanted = new Set(sources.flatMap((source) => [...closure(holding(source))]))
    const own = [...wanted].filter((chunk) => !every.has(chunk))
    const styles = own.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
    return [...own.map(({ fileName }) => fileName), ...styles].map((name) => `/${name}`)
  }
}
