/**
 * Writes /login and home as HTML in each language beside the build's index.html: `login.<language>.html`, `user/home.<language>.html` (and without a language in the region's), with the first paint's
 * styles and their texts in them, for a server that knows a visitor's language (docs/decisions/prerendering.md). index.html stays the plain page of every address.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Locale, locales } from '@kapao/browser/locale'
import { compress } from '@kapao/page-build/vite-precompress'
import type { textsInPage } from '@kapao/page-build/vite-texts'
import { build as buildOnce, type InlineConfig, type Plugin } from 'vite'
import { drawerOf, drawnPages, modulesOf, namesOf, withMark } from './vite-drawn-script.ts'
import { isStyles, memberFiles } from './vite-page-files.ts'

const paths = ['/login', '/user/home'] as const
type DrawnPath = (typeof paths)[number]

interface Drawn {
  readonly html: string
  readonly lang: string
  readonly title: string
}

/** What src/prerender.tsx gives. */
interface Drawing {
  draw(path: DrawnPath, locale: Locale): Promise<Drawn>
}

/** What a page needs besides what every page begins with. */
interface Own {
  readonly groups: readonly string[]
  readonly files: readonly string[]
  /** What runs before anything is painted. */
  readonly before: string
}

/** `first`: the region's language. `config`: by what the same sources become the same page, without a browser. */
export function prerender(
  root: string,
  first: string,
  textsOf: ReturnType<typeof textsInPage>,
  config: InlineConfig,
): Plugin {
  return drawnPages(root, { name: 'pages', files: [] }, async ({ bundle, outDir, script }) => {
    const page = readFileSync(join(outDir, 'index.html'), 'utf8')
    const { member, textsOf: fileOf } = memberFiles(bundle)
    const own: Record<DrawnPath, Own> = {
      '/login': { groups: ['base'], files: [], before: '' },
      '/user/home': {
        groups: ['base', 'member'],
        files: member,
        before: script('early').inPage([['drawn', ['home']]]),
      },
    }
    const start = (parts: readonly string[]) => script('start').inPage([['parts', parts]])
    const texts = (path: DrawnPath, locale: Locale) =>
      own[path].groups.map((group) => textsOf(group, locale, fileOf(group, locale)))
    for (const { path, locale, drawn } of await drawAll(root, outDir, config)) {
      const parts = { ...own[path], outDir, start, drawer: drawerOf(bundle), texts: texts(path, locale) }
      const html = pageOf(page, drawn, parts)
      for (const name of namesOf(path.slice(1), locale, first)) {
        const file = join(outDir, `${name}.html`)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, html)
        await compress(file)
      }
    }
  })
}

interface DrawnPage {
  readonly path: DrawnPath
  readonly locale: Locale
  readonly drawn: Drawn
}

async function drawAll(root: string, outDir: string, config: InlineConfig): Promise<DrawnPage[]> {
  const folder = join(outDir, '.prerender')
  const build = { ...config.build, ssr: 'src/prerender.tsx', outDir: folder, copyPublicDir: false }
  try {
    await buildOnce({
      ...config,
      root,
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build,
    })
    const drawing: Drawing = await import(pathToFileURL(join(folder, 'prerender.js')).href)
    const pages: DrawnPage[] = []
    for (const path of paths)
      for (const locale of locales) pages.push({ path, locale, drawn: await drawing.draw(path, locale) })
    return pages
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Parts extends Own {
  readonly outDir: string
  readonly start: (parts: readonly string[]) => string
  readonly texts: readonly string[]
  readonly drawer: string
}

/**
 * Nothing that the page looks like waits for a script or shares the line with one: what is preloaded otherwise, drawn/start.ts asks for when all is
 * painted.
 */
function pageOf(page: string, drawn: Drawn, { outDir, start, texts, drawer, files, before }: Parts): string {
  const modules = modulesOf(page)
  const sheets = [...page.matchAll(/ *<link rel="stylesheet"[^>]* href="(\/[^"]+)">\n?/g)]
  if (modules.length === 0 || sheets.length === 0) throw new Error('The page has no script or no styles')
  const ownStyles = files.filter(isStyles)
  const styles = [...sheets.map(([, file = '']) => file), ...ownStyles]
    .map((file) => readFileSync(join(outDir, file), 'utf8').trim())
    .join('')
  // For whoever would load them: they are there.
  const links = ownStyles.map((file) => `<link rel="stylesheet" disabled href="${file}">`)
  const begin = start([
    ...modules.map(({ file }) => file),
    drawer,
    ...files.filter((file) => !isStyles(file)),
  ])
  const tags = [...sheets.map(([tag]) => tag), ...modules.map(({ tag }) => tag)]
  const bare = tags.reduce((rest, tag) => rest.replace(tag, ''), page)
  const body = drawn.html.replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
  const head = [`<title>${drawn.title}</title>`, before, `<style>${styles}</style>`, ...links]
  const whole = bare
    .replace(/<html lang="\w+"/, `<html lang="${drawn.lang}"`)
    .replace(/<title>[^<]*<\/title>/, () => head.filter(Boolean).join('\n    '))
    // Before anything that nobody sees: a slow phone reads a page in pieces, and paints between two of them.
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${body}</div>\n    ${[begin, ...texts].join('\n    ')}`,
    )
  return withMark(whole, outDir)
}
