/**
 * Puts drawn/early.ts before all else of index.html, and tells it which files a member's page and home need besides the first; and writes user/home.html (and
 * `user/home.<language>.html`), the same page which asks for these by itself and holds the script, for a server that knows where the visitor goes. Only the bundle knows those
 * files, so it is done when that has been written.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@kapao/browser/locale'
import { compress } from '@kapao/page-build/vite-precompress'
import type { Plugin, Rolldown } from 'vite'
import { type Data, drawnPages, modulesOf, namesOf, withMark } from './vite-drawn-script.ts'

/** `first`: the region's language. */
export function early(root: string, first: string): Plugin {
  return drawnPages(root, { name: 'early', asFile: true }, async ({ bundle, outDir, script }) => {
    const files = filesOf(bundle)
    const member = files('app/member-area.tsx', 'app/member-pages.ts', 'ui/src/more-icon-paths.ts')
    const home = files('features/home/home-page.tsx').filter((file) => !member.includes(file))
    if (home.length > 0) throw new Error(`Home is not in the member's file alone: ${home.join(' ')}`)
    const texts = locales.map(
      (locale) => [locale, files(`virtual:texts/base/${locale}`, `virtual:texts/member/${locale}`)] as const,
    )
    const page = withStyles(readFileSync(join(outDir, 'index.html'), 'utf8'), outDir)
    const write = async (name: string, html: string) => {
      const path = join(outDir, name)
      writeFileSync(path, html)
      await compress(path)
    }
    const data: Data = [['first', [first]], ['member', member], ...texts]
    await write('index.html', withBeginning(page, script.byFile(data), outDir, []))
    mkdirSync(join(outDir, 'user'))
    const homePage = withMark(page, outDir)
    for (const [locale, words] of texts) {
      const html = withOwnStyles(
        withBeginning(
          homePage,
          script.inPage([]),
          outDir,
          [...member, ...words].filter((file) => !isStyles(file)),
        ),
        member.filter(isStyles),
        outDir,
      )
      for (const name of namesOf('user/home', locale, first)) await write(`${name}.html`, html)
    }
  })
}

/** Behind the files that every page begins with, the largest first: what comes last waits for a connection. `files`: what the page asks for by itself. */
function withBeginning(page: string, script: string, outDir: string, files: readonly string[]): string {
  const bytes = ({ file }: { readonly file: string }) => statSync(join(outDir, file)).size
  const first = [...modulesOf(page)].sort((one, other) => bytes(other) - bytes(one)).map(({ file }) => file)
  const ask = (file: string) => `<link rel="modulepreload" crossorigin href="${file}">`
  const lines = [...first.map(ask), script, ...files.map(ask)].map((tag) => `    ${tag}\n`).join('')
  return page.replace(/ *<link rel="icon"/, (icon) => `${lines}${icon}`)
}

const isStyles = (file: string) => file.endsWith('.css')

/** The styles themselves, and for whoever would load them a link that says that they are there. */
function withOwnStyles(page: string, files: readonly string[], outDir: string): string {
  const styles = files.map(
    (file) =>
      `    <style>${readFileSync(join(outDir, file), 'utf8').trim()}</style>\n    <link rel="stylesheet" disabled href="${file}">\n`,
  )
  return page.replace(/ *<\/head>/, (end) => `${styles.join('')}${end}`)
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
