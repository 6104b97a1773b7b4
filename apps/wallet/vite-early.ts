/**
 * Puts drawn/early.ts before all else of index.html, and tells it which files a member's page needs besides the first. Only the bundle knows
 * those files, so it is done when that has been written.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@kapao/browser/locale'
import { compress } from '@kapao/page-build/vite-precompress'
import type { Plugin } from 'vite'
import { type Data, drawerOf, drawnPages, modulesOf } from './vite-drawn-script.ts'
import { memberFiles } from './vite-page-files.ts'

/** `first`: the region's language. */
export function early(root: string, first: string): Plugin {
  return drawnPages(root, { name: 'early', files: ['early'] }, async ({ bundle, outDir, script }) => {
    const { member, textsOf } = memberFiles(bundle)
    const texts = locales.map(
      (locale) => [locale, [textsOf('base', locale), textsOf('member', locale)]] as const,
    )
    const data: Data = [['first', [first]], ['member', member], ...texts]
    const path = join(outDir, 'index.html')
    const page = withStyles(readFileSync(path, 'utf8'), outDir)
    const scripts = [...modulesOf(page).map(({ file }) => file), drawerOf(bundle)]
    writeFileSync(path, withBeginning(page, outDir, scripts, script('early').byFile(data)))
    await compress(path)
  })
}

/** The files that every page begins with, the largest first: what comes last waits for a connection; and the script. */
function withBeginning(page: string, outDir: string, first: readonly string[], script: string): string {
  const bytes = (file: string) => statSync(join(outDir, file)).size
  const sorted = [...first].sort((one, other) => bytes(other) - bytes(one))
  const asked = sorted.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
  const lines = [...asked, script].map((tag) => `    ${tag}\n`).join('')
  return page.replace(/ *<link rel="icon"/, (icon) => `${lines}${icon}`)
}

/** A few KB that the first paint waits for: in the page they cost no request. */
function withStyles(page: string, outDir: string): string {
  return page.replace(
    / *<link rel="stylesheet"[^>]* href="\/([^"]+)">\n?/g,
    (_link, file: string) => `    <style>${readFileSync(join(outDir, file), 'utf8').trim()}</style>\n`,
  )
}
