/**
 * Puts a picture among the player's photos, as far as the browser lets a page do that. iOS has only its share sheet for it; browsers inside apps drop
 * downloads without a word, and so may a frame, so there the answer is the picture itself, to be shown and pressed long.
 */
import { after } from '@kapao/browser/timers'
import { isAndroidView, isInAppBrowser } from './in-app-browser.ts'

export type Saved = { readonly how: 'saved' } | { readonly how: 'show'; readonly url: string }

/** An SVG text for an `<img>`: nothing in it can run there, whoever wrote it. */
export function svgUrl(markup: string): string {
  const svg = svgOf(markup)
  return urlOf(svg ? new XMLSerializer().serializeToString(svg) : markup)
}

function urlOf(picture: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`
}

/**
 * A QR code as a PNG of whole pixels per square, for an `<img>`: drawn straight from its SVG at an odd size, some browsers bend its
 * squares. Rejects when it cannot be drawn; the SVG itself is what remains then.
 */
export async function qrPicture(markup: string): Promise<string> {
  const canvas = await draw(markup, [])
  return canvas.toDataURL('image/png')
}

/** `caption` stands under the picture line by line, so that it says in the gallery what it was. Rejects when it cannot be drawn. */
export async function saveQrPicture(
  markup: string,
  caption: readonly string[],
  fileName: string,
): Promise<Saved> {
  const canvas = await draw(markup, caption)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  const show = (): Saved => ({ how: 'show', url: canvas.toDataURL('image/png') })
  if (!blob || isInAppBrowser()) return show()
  const file = new File([blob], fileName, { type: 'image/png' })
  const isIos = /iPhone|iPad|iPod/.test(navigator.userAgent)
  if (isIos && navigator.canShare?.({ files: [file] })) {
    return navigator.share({ files: [file] }).then((): Saved => ({ how: 'saved' }), show)
  }
  if (mayDropDownloads()) return show()
  download(blob, fileName)
  return { how: 'saved' }
}

/** Nothing tells a page that its download came to nothing. The views that apps have of the web name themselves on Android, and on iPhones leave out Safari. */
function mayDropDownloads(): boolean {
  const { userAgent } = navigator
  const isView = isAndroidView() || (/AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent))
  // In a frame a mouse has no long press: there it is tried.
  return isView || (window.top !== window && !matchMedia('(pointer: fine)').matches)
}

const LEAST_SIDE = 1080
const LINE = 76
/** Under the last line, where the picture ends. */
const FOOT = 36

async function draw(markup: string, caption: readonly string[]): Promise<HTMLCanvasElement> {
  const { svg, side } = sized(markup)
  const image = new Image()
  image.src = urlOf(svg)
  await image.decode()
  const code = sheet(side, side)
  // Squares without soft edges: some readers need them.
  code.imageSmoothingEnabled = false
  code.drawImage(image, 0, 0, side, side)
  const margin = missingMargin(code, side)
  const whole = side + 2 * margin
  const pen = sheet(whole, whole + (caption.length && caption.length * LINE + FOOT))
  pen.drawImage(code.canvas, margin, margin)
  pen.fillStyle = '#000000'
  pen.textAlign = 'center'
  for (const [at, line] of caption.entries()) {
    fitPen(pen, line, whole - 80)
    pen.fillText(line, whole / 2, whole + at * LINE + LINE / 2)
  }
  return pen.canvas
}

/** A white one. */
function sheet(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  return pen
}

const MARGIN_SQUARES = 4
/** As wide as a code's corner mark is. */
const MARK_SQUARES = 7
/** Four squares of the smallest code, for what begins with something else than such a mark. */
const WIDEST_MARGIN = 4 / 21

/** Readers need white around a code, and not every server draws it: how much of it is lacking, in pixels. */
function missingMargin(pen: CanvasRenderingContext2D, side: number): number {
  const { data } = pen.getImageData(0, 0, side, side)
  const isDark = (pixel: number) => (data[4 * pixel + 1] ?? 255) < 128
  let first = 0
  while (first < side * side && !isDark(first)) first += 1
  let mark = first
  while (mark % side !== side - 1 && isDark(mark)) mark += 1
  const wanted = Math.min(((mark - first) * MARGIN_SQUARES) / MARK_SQUARES, side * WIDEST_MARGIN)
  const present = Math.min(first % side, Math.floor(first / side))
  return Math.max(0, Math.ceil(wanted) - present)
}

/** Small enough for its room: fillText would press the letters of a bank's long name together. */
function fitPen(pen: CanvasRenderingContext2D, line: string, room: number): void {
  const fontOf = (size: number) => `600 ${size}px ${getComputedStyle(document.body).fontFamily}`
  pen.font = fontOf(44)
  pen.font = fontOf(Math.min(44, (44 * room) / pen.measureText(line).width))
}

// A document that is only parsed, and then drawn through an <img>, runs nothing.
const policy =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy('kapao-picture', { createHTML: (markup) => markup })

/** Read as a page reads it: markup for a page may lack the namespace and the strictness that an `<img>` asks for. */
function svgOf(markup: string): SVGSVGElement | null {
  return new DOMParser()
    .parseFromString(policy?.createHTML(markup) ?? markup, 'text/html')
    .querySelector('svg')
}

/** With a size of its own, because Firefox draws an SVG without one as nothing; a whole number of pixels for each unit of it. */
function sized(markup: string): { svg: string; side: number } {
  const root = svgOf(markup)
  if (!root) throw new Error('not an SVG')
  // A size without a view would stay the size of its squares, in a corner of the picture.
  const [width, height] = [pixelsOf(root, 'width'), pixelsOf(root, 'height')]
  if (!root.hasAttribute('viewBox') && width > 0 && height > 0) {
    root.setAttribute('viewBox', `0 0 ${width} ${height}`)
  }
  const units = Number(
    root
      .getAttribute('viewBox')
      ?.trim()
      .split(/[\s,]+/)[2],
  )
  const perUnit = Math.ceil(LEAST_SIDE / units)
  const side = Number.isInteger(units) && units > 0 && units <= LEAST_SIDE ? perUnit * units : LEAST_SIDE
  root.setAttribute('width', String(side))
  root.setAttribute('height', String(side))
  return { svg: new XMLSerializer().serializeToString(root), side }
}

/** Zero or NaN where it names none, or one of another unit, which depends on where it would be drawn. */
function pixelsOf(root: Element, side: 'width' | 'height'): number {
  return Number((root.getAttribute(side) ?? '').replace(/px\s*$/i, ''))
}

function download(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The browser may read it only after this turn.
  after(60_000, () => URL.revokeObjectURL(link.href))
}
