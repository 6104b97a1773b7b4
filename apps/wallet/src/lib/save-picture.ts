/**
 * Puts a picture among the player's photos, as far as the browser lets a page do that. iOS has only its share sheet for it; in-app
 * browsers drop downloads without a word, so there the answer is the picture itself, to be shown and pressed long.
 */
import { isInAppBrowser } from './open-window.ts'

export type Saved = { readonly how: 'saved' } | { readonly how: 'show'; readonly url: string }

/** An SVG text for an `<img>`: nothing in it can run there, whoever wrote it. */
export function svgUrl(markup: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`
}

/** `caption` stands under the picture, so that it says in the gallery what it was. Rejects when it cannot be drawn. */
export async function saveSvgAsPng(markup: string, caption: string, fileName: string): Promise<Saved> {
  const canvas = await draw(sized(markup), caption)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob || isInAppBrowser()) return { how: 'show', url: canvas.toDataURL('image/png') }
  const file = new File([blob], fileName, { type: 'image/png' })
  const isIos = /iPhone|iPad|iPod/.test(navigator.userAgent)
  if (isIos && navigator.canShare?.({ files: [file] })) {
    return navigator.share({ files: [file] }).then(
      () => ({ how: 'saved' }),
      () => ({ how: 'show', url: canvas.toDataURL('image/png') }),
    )
  }
  download(blob, fileName)
  return { how: 'saved' }
}

const SIDE = 1080
const CAPTION = 120

/** Firefox draws an SVG without a size of its own as nothing. */
function sized(markup: string): string {
  const root = new DOMParser().parseFromString(markup, 'image/svg+xml').documentElement
  if (root.nodeName !== 'svg') throw new Error('not an SVG')
  root.setAttribute('width', String(SIDE))
  root.setAttribute('height', String(SIDE))
  return new XMLSerializer().serializeToString(root)
}

async function draw(markup: string, caption: string): Promise<HTMLCanvasElement> {
  const image = new Image()
  image.src = svgUrl(markup)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE + CAPTION
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  // Squares without soft edges: some readers need them.
  pen.imageSmoothingEnabled = false
  pen.drawImage(image, 0, 0, SIDE, SIDE)
  pen.fillStyle = '#000000'
  pen.textAlign = 'center'
  pen.font = `600 44px ${getComputedStyle(document.body).fontFamily}`
  pen.fillText(caption, SIDE / 2, SIDE + CAPTION / 2 - 8, SIDE - 80)
  return canvas
}

function download(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The browser may read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
