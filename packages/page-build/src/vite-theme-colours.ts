/**
 * The colour that a browser draws around a page, from the one file of tokens: a page's HTML and a manifest cannot say var(--ink). Written into the
 * HTML and the app's manifest.webmanifest in the place of %ink-dark% and %ink-light%.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const tokensFile = join(import.meta.dirname, '..', '..', 'ui', 'src', 'tokens.css')
const MANIFEST = 'manifest.webmanifest'

/** `--ink` as the tokens have it, of the dark theme first and of the light one then. Throws where there are not these two. */
export function inksOf(tokens: string): readonly [dark: string, light: string] {
  const [dark, light, ...more] = [...tokens.matchAll(/--ink:\s*([^;]+);/g)].map((match) => match[1]?.trim())
  if (!dark || !light || more.length > 0) throw new Error('the tokens have --ink once for each of two themes')
  return [dark, light]
}

export function withInks(text: string, [dark, light]: ReturnType<typeof inksOf>): string {
  return text.replaceAll('%ink-dark%', dark).replaceAll('%ink-light%', light)
}

export function themeColours(root: string): Plugin {
  const inTheme = (text: string) => withInks(text, inksOf(readFileSync(tokensFile, 'utf8')))
  const file = join(root, MANIFEST)
  const manifest = () => inTheme(readFileSync(file, 'utf8'))
  return {
    name: 'kapao-theme-colours',
    transformIndexHtml: { order: 'pre', handler: inTheme },
    generateBundle() {
      if (existsSync(file)) this.emitFile({ type: 'asset', fileName: MANIFEST, source: manifest() })
    },
    configureServer({ middlewares }) {
      if (existsSync(file)) middlewares.use(`/${MANIFEST}`, (_request, response) => response.end(manifest()))
    },
  }
}
