// What people send in a chat: pictures, and a film that really plays.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JSHandle, Page } from '@playwright/test'
import { PNG } from 'pngjs'

export type ChatFile = { name: string; mimeType: string; buffer: Buffer }

/** The sun over two hills: a plain grey would look like a picture that has not come yet. `x` and `y` from 0 to 1. */
function landscapeAt(x: number, y: number): readonly [red: number, green: number, blue: number] {
  if (y > 0.74 + 0.09 * Math.sin(x * 6)) return [46, 110, 72]
  if (y > 0.58 + 0.12 * Math.sin(x * 5 + 2)) return [86, 150, 108]
  if (Math.hypot((x - 0.72) * 1.5, y - 0.28) < 0.13) return [255, 214, 110]
  return [126 + Math.floor(y * 90), 178 + Math.floor(y * 30), 226]
}

export function picture(name = 'slip.png', width = 300, height = 200): ChatFile {
  const png = new PNG({ width, height })
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      png.data.set([...landscapeAt(x / width, y / height), 255], (y * width + x) * 4)
  }
  return { name, mimeType: 'image/png', buffer: PNG.sync.write(png) }
}

export const CLIP_WIDTH = 96
export const CLIP_HEIGHT = 54

/** Two seconds, in a codec that every Chromium has. */
export function clip(name = 'clip.mp4'): ChatFile {
  const buffer = readFileSync(join(import.meta.dirname, 'files/clip.mp4'))
  return { name, mimeType: 'video/mp4', buffer }
}

/** As the clipboard, or a hand that drags, holds files. */
export function carried(page: Page, ...files: readonly ChatFile[]): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer()
      for (const { name, type, bytes } of all) {
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([content], name, { type }))
      }
      return transfer
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: buffer.toString('base64') })),
  )
}
