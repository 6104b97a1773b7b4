/**
 * Writes /login as HTML in each language beside the build's index.html: `login.<language>.html` (`login.html` in the region's), with the first paint's styles in it, for a server that
 * knows a visitor's language (docs/decisions/prerendering.md). index.html stays the plain page of every address.
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compress } from '@kapao/page-build/vite-precompress'
import { build as buildOnce, type InlineConfig, type Plugin } from 'vite'

const locales = ['th', 'la', 'en'] as const

interface Drawn {
  readonly html: string
  readonly lang: string
  readonly title: string
}

/** What src/prerender.tsx gives. */
interface Drawing {
  drawLogin(locale: (typeof locales)[number]): Promise<Drawn>
}

/** `first`: the region's language. `config`: by what the same sources become the same page, without a browser. */
export function prerender(root: string, first: string, config: InlineConfig): Plugin {
  const startSource = stripTypeScriptTypes(readFileSync(join(root, 'drawn', 'start.ts'), 'utf8'))
  const start = `assets/start-${hashOf(startSource)}.js`
  let outDir = ''
  return {
    name: 'kapao-prerender',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    configResolved(resolved) {
      outDir = resolve(resolved.root, resolved.build.outDir)
    },
    buildStart() {
      this.emitFile({ type: 'asset', fileName: start, source: startSource })
    },
    async writeBundle(_options, bundle) {
      const files = Object.values(bundle)
      const textsOf = (locale: string) =>
        files.find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`virtual:texts/base/${locale}`),
        )?.fileName
      const page = readFileSync(join(outDir, 'index.html'), 'utf8')
      for (const [locale, drawn] of await drawAll(root, outDir, config)) {
        const html = pageOf(page, drawn, { outDir, start, texts: textsOf(locale) })
        for (const name of [`login.${locale}`, ...(locale === first ? ['login'] : [])]) {
          writeFileSync(join(outDir, `${name}.html`), html)
          await compress(join(outDir, `${name}.html`))
        }
      }
    },
  }
}

async function drawAll(root: string, outDir: string, config: InlineConfig): Promise<Map<string, Drawn>> {
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
    const drawn = new Map<string, Drawn>()
    for (const locale of locales) drawn.set(locale, await drawing.drawLogin(locale))
    return drawn
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Parts {
  readonly outDir: string
  readonly start: string
  readonly texts: string | undefined
}

const fontFace = /@font-face\{[^}]*\}/g

/** Answers its address. */
function writeSheet(outDir: string, name: string, css: string): string {
  const file = `assets/${name}-${hashOf(css)}.css`
  writeFileSync(join(outDir, file), css)
  return `/${file}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}

/**
 * Nothing that the form looks like waits for a script or shares the line with one: what is preloaded otherwise, drawn/start.ts asks for when all is
 * painted, and for the fonts, which change no line's height.
 */
function pageOf(page: string, drawn: Drawn, { outDir, start, texts }: Parts): string {
  const entry = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(page)
  const sheets = [...page.matchAll(/ *<link rel="stylesheet"[^>]* href="\/([^"]+)">\n?/g)]
  const preloads = [...page.matchAll(/ *<link rel="modulepreload"[^>]* href="([^"]+)">\n?/g)]
  if (!entry || sheets.length === 0 || !texts)
    throw new Error('The page has no script, no styles or no texts')
  const all = sheets.map(([, file = '']) => readFileSync(join(outDir, file), 'utf8').trim()).join('')
  const fonts = [...all.matchAll(fontFace)].map(([face]) => face).join('')
  const styles = all.replaceAll(fontFace, '')
  const scripts = [...preloads.map(([, file = '']) => file), `/${texts}`].join(' ')
  const bare = [...sheets, ...preloads].reduce((rest, [link]) => rest.replace(link, ''), page)
  return bare
    .replace(/<html lang="\w+"/, `<html lang="${drawn.lang}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${drawn.title}</title>\n    <style>${styles}</style>`)
    .replace(
      entry[0],
      `<script type="module" src="/${start}" data-main="${entry[1]}" data-with="${scripts}" data-fonts="${writeSheet(outDir, 'fonts', fonts)}"></script>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${drawn.html}</div>`)
}
