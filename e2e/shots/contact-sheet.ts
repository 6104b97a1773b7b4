// The contact sheet: a page with all pictures by place, and pictures of many at once, drawn by the browser that took them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import { fileOf, type Shot } from './shot.ts'

/** How wide one is on a sheet, and how many fit beside and below each other. */
const tiles: Readonly<Record<string, { width: number; columns: number; rows: number }>> = {
  '360x740': { width: 300, columns: 6, rows: 2 },
  '320x568': { width: 290, columns: 6, rows: 2 },
  '768x1024': { width: 440, columns: 4, rows: 2 },
  '1280x800': { width: 600, columns: 3, rows: 3 },
}
const GAP = 8

const css = `
  body { margin: ${GAP}px; background: #777; font: 12px/16px system-ui; color: #fff; }
  .tiles { display: flex; flex-wrap: wrap; gap: ${GAP}px; align-items: start; }
  figure { margin: 0; }
  figcaption { height: 16px; overflow: hidden; }
  img { display: block; width: 100%; }
`

export async function writeContactSheet(
  browser: Browser,
  folder: string,
  shots: readonly Shot[],
): Promise<void> {
  writeFileSync(join(folder, 'index.html'), index(shots))
  mkdirSync(join(folder, 'sheets'), { recursive: true })
  const page = await browser.newPage()
  const kinds = Map.groupBy(shots, ({ language, size, theme }) => `${size.name}-${theme}-${language}`)
  for (const [kind, all] of kinds) {
    const tile = tiles[all[0]?.size.name ?? '']
    if (!tile) continue
    const each = tile.columns * tile.rows
    for (let first = 0; first < all.length; first += each) {
      const some = all.slice(first, first + each)
      const file = join(folder, 'sheets', 'draft.html')
      writeFileSync(file, document(some.map((shot) => figure(shot, '../', tile.width)).join('')))
      await page.setViewportSize({ width: tile.columns * (tile.width + GAP) + GAP, height: 100 })
      await page.goto(pathToFileURL(file).href)
      const number = String(first / each + 1).padStart(2, '0')
      await page.screenshot({
        path: join(folder, 'sheets', `${kind}-${number}.jpg`),
        type: 'jpeg',
        quality: 80,
        fullPage: true,
      })
    }
  }
  await page.close()
}

function document(body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Kapao, all scenes</title><style>${css}</style><div class="tiles">${body}</div>`
}

function figure(shot: Shot, root: string, width: number): string {
  return `<figure style="width:${width}px"><figcaption>${shot.scene}</figcaption><img src="${root}${fileOf(shot)}" alt=""></figure>`
}

/** Folded by scene: a thousand pictures at once are more than a browser likes. */
function index(shots: readonly Shot[]): string {
  const byScene = Map.groupBy(shots, ({ scene }) => scene)
  const parts = [...byScene].map(([scene, all]) => {
    const images = all.map(
      (shot) =>
        `<a href="${fileOf(shot)}" title="${shot.language} ${shot.size.name} ${shot.theme}"><img loading="lazy" style="width:${shot.size.width / 3}px" src="${fileOf(shot)}" alt="${shot.language} ${shot.size.name} ${shot.theme}"></a>`,
    )
    return `<details id="${scene}"><summary>${scene}</summary><div class="tiles">${images.join('')}</div></details>`
  })
  return document(parts.join('')).replace('class="tiles"', '')
}
