// A bank app's camera: reads the code from the pixels of the screen, with readers that are not ours.
import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

export async function readQr(picture: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await picture.screenshot({ animations: 'disabled' }))
  const code = jsqr.default(new Uint8ClampedArray(data), width, height)
  if (code === null) throw new Error('No QR code can be read from the screen')
  return code.data
}
