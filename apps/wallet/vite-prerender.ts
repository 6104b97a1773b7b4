/**
 * Writes /login as HTML in each language beside the build's index.html: `login.<language>.html` (`login.html` in the region's), with the first paint's styles in it, for a server that
 * knows a visitor's language (docs/decisions/prerendering.md). index.html stays the plain page of every address.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Locale, locales } from '@kapao/browser/locale'
import { compress } from '@kapao/page-build/vite-precompress'
import type { textsInPage } from '@kapao/page-build/vite-texts'
import { build as buildOnce, type InlineConfig, type Plugin } from 'vite'
import { type Data, drawerOf, drawnPages, modulesOf, namesOf, withMark } from './vite-drawn-script.ts'

interface Drawn {
  readonly html: string
  readonly lang: string
  readonly title: string
}

/** What src/prerender.tsx gives. */
interface Drawing {
  drawLogin(locale: Locale): Promise<Drawn>
}

/** `first`: the region's language. `config`: by what the same sources become the same page, without a browser. */
export function prerender(
  root: string,
  first: string,
  textsOf: ReturnType<typeof textsInPage>,
  config: InlineConfig,
): Plugin {
  return drawnPages(root, { name: 'start', asFile: false }, async ({ bundle, outDir, script }) => {
    const files = Object.values(bundle)
    const withTexts = (locale: Locale) => {
      const isIt = (id: string) => id.endsWith(`virtual:texts/base/${locale}`)
      const file = files.find((one) => one.type === 'chunk' && isIt(one.facadeModuleId ?? ''))
      if (!file) throw new Error(`The build has no texts in ${locale}`)
      return textsOf('base', locale, `/${file.fileName}`)
    }
    const page = readFileSync(join(outDir, 'index.html'), 'utf8')
    for (const [locale, drawn] of await drawAll(root, outDir, config)) {
      const html = pageOf(page, drawn, {
        outDir,
        start: (data) => script.inPage(data),
        texts: withTexts(locale),
        drawer: drawerOf(bundle),
      })
      for (const name of namesOf('login', locale, first)) {
        writeFileSync(join(outDir, `${name}.html`), html)
        await compress(join(outDir, `${name}.html`))
      }
    }
  })
}

async function drawAll(root: string, outDir: string, config: InlineConfig): Promise<Map<Locale, Drawn>> {
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
    const drawn = new Map<Locale, Drawn>()
    for (const locale of locales) drawn.set(locale, await drawing.drawLogin(locale))
    return drawn
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Parts {
  readonly outDir: string
  readonly start: (data: Data) => string
  readonly texts: string
  readonly drawer: string
}

/**
 * Nothing that the form looks like waits for a script or shares the line with one: what is preloaded otherwise, drawn/start.ts asks for when all is
 * painted.
 */
function pageOf(page: string, drawn: Drawn, { outDir, start, texts, drawer }: Parts): string {
  const modules = modulesOf(page)
  const sheets = [...page.matchAll(/ *<link rel="stylesheet"[^>]* href="\/([^"]+)">\n?/g)]
  if (modules.length === 0 || sheets.length === 0) throw new Error('The page has no script or no styles')
  const styles = sheets.map(([, file = '']) => readFileSync(join(outDir, file), 'utf8').trim()).join('')
  const begin = start([['parts', [...modules.map(({ file }) => file), drawer]]])
  const tags = [...sheets.map(([tag]) => tag), ...modules.map(({ tag }) => tag)]
  const bare = tags.reduce((rest, tag) => rest.replace(tag, ''), page)
  const body = drawn.html.replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
  const whole = bare
    .replace(/<html lang="\w+"/, `<html lang="${drawn.lang}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${drawn.title}</title>\n    <style>${styles}</style>`)
    // Before anything that nobody sees: a slow phone reads a page in pieces, and paints between two of them.
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>\n    ${begin}\n    ${texts}`)
  return withMark(whole, outDir)
}
