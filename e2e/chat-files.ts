// What people send in a chat: pictures, and a film that really plays.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JSHandle, Page } from '@playwright/test'
import { PNG } from 'pngjs'

export type ChatFile = { name: string; mimeType: string; buffer: Buffer }

export function picture(name = 'slip.png', width = 300, height = 200): ChatFile {
  const png = new PNG({ width, height })
  png.data.fill(180)
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
