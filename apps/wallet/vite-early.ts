/**
 * Puts drawn/early.ts before all else of index.html, and tells it which files a member's page and home need besides the first; and writes user/home.html (and
 * `user/home.<language>.html`), the same page which asks for these by itself and holds the script and its texts, for a server that knows where the visitor goes. Only the bundle
 * knows those files, so it is done when that has been written.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '@kapao/browser/locale'
import { compress } from '@kapao/page-build/vite-precompress'
import type { textsInPage } from '@kapao/page-build/vite-texts'
import type { Plugin, Rolldown } from 'vite'
import { type Data, drawerOf, drawnPages, modulesOf, namesOf, withMark } from './vite-drawn-script.ts'

/** `first`: the region's language. */
export function early(root: string, first: string, textsOf: ReturnType<typeof textsInPage>): Plugin {
  return drawnPages(root, { name: 'early', asFile: true }, async ({ bundle, outDir, script }) => {
    const files = filesOf(bundle)
    const member = files('app/member-area.tsx', 'app/member-pages.ts', 'ui/src/more-icon-paths.ts')
    const home = files('features/home/home-page.tsx').filter((file) => !member.includes(file))
    if (home.length > 0) throw new Error(`Home is not in the member's file alone: ${home.join(' ')}`)
    const groups = ['base', 'member']
    const fileOf = (group: string, locale: Locale) => {
      const [file, ...others] = files(`virtual:texts/${group}/${locale}`)
      if (file === undefined || others.length > 0) throw new Error(`Texts ${group}/${locale} are no one file`)
      return file
    }
    const texts = locales.map((locale) => [locale, groups.map((group) => fileOf(group, locale))] as const)
    const inPage = (locale: Locale) => groups.map((group) => textsOf(group, locale, fileOf(group, locale)))
    const page = withStyles(readFileSync(join(outDir, 'index.html'), 'utf8'), outDir)
    const scripts = [...modulesOf(page).map(({ file }) => file), drawerOf(bundle)]
    const write = async (name: string, html: string) => {
      const path = join(outDir, name)
      writeFileSync(path, html)
      await compress(path)
    }
    const data: Data = [['first', [first]], ['member', member], ...texts]
    await write('index.html', withBeginning(page, outDir, [scripts, script.byFile(data), []]))
    mkdirSync(join(outDir, 'user'))
    const homePage = withMark(page, outDir)
    for (const locale of locales) {
      const html = withOwnStyles(
        withBeginning(withTexts(homePage, inPage(locale)), outDir, [
          scripts,
          script.inPage([]),
          member.filter((file) => !isStyles(file)),
        ]),
        member.filter(isStyles),
        outDir,
      )
      for (const name of namesOf('user/home', locale, first)) await write(`${name}.html`, html)
    }
  })
}

/** The files that every page begins with, the largest first: what comes last waits for a connection; the script; and files that the page asks for by itself. */
type Beginning = readonly [first: readonly string[], script: string, files: readonly string[]]

function withBeginning(page: string, outDir: string, [first, script, files]: Beginning): string {
  const bytes = (file: string) => statSync(join(outDir, file)).size
  const sorted = [...first].sort((one, other) => bytes(other) - bytes(one))
  const ask = (file: string) => `<link rel="modulepreload" crossorigin href="${file}">`
  const lines = [...sorted.map(ask), script, ...files.map(ask)].map((tag) => `    ${tag}\n`).join('')
  return page.replace(/ *<link rel="icon"/, (icon) => `${lines}${icon}`)
}

/** Behind all that is seen. */
function withTexts(page: string, texts: readonly string[]): string {
  return page.replace(/ *<\/body>/, (end) => `${texts.map((one) => `    ${one}\n`).join('')}${end}`)
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
