/** The part of the wheel that turns, drawn once for its size and the screen's pixels: slices, their labels, the pegs between them. */
import { type FittedLabel, fitLabels, type Measure } from './fit-label.ts'
import type { Slices } from './spin-machine.ts'

/** More pixels than this nobody can see, and phones would pay for them. */
const MOST_PIXEL_RATIO = 3

/** Parts of the face's radius. The hub covers the middle. */
const LABELS_FROM = 0.385
const LABELS_TO = 0.9
const PEGS_AT = 0.962

const FALLBACK_COLOURS = ['#5b2a86', '#c8553d', '#1f6f78', '#d08c1d'] as const

export interface Look {
  readonly fontFamily: string
  /** Of the pegs and of the lines between the slices. */
  readonly metal: string
}

/**
 * Draws the face for a canvas whose size in CSS px is `size`, and answers with how to show it there. The canvas gets the finished picture: one that
 * is drawn in itself is copied by the browser for each frame of the page, whether anything in it is new or not.
 */
export async function drawFace(
  slices: Slices,
  size: number,
  look: Look,
): Promise<(canvas: HTMLCanvasElement) => void> {
  const ratio = Math.min(MOST_PIXEL_RATIO, window.devicePixelRatio || 1)
  const pixels = Math.max(1, Math.round(size * ratio))
  const drawn = document.createElement('canvas')
  drawn.width = pixels
  drawn.height = pixels
  paintFace(drawn.getContext('2d'), slices, size, look)
  const picture = await createImageBitmap(drawn)
  return (canvas) => {
    canvas.width = pixels
    canvas.height = pixels
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
  }
}

function paintFace(context: CanvasRenderingContext2D | null, slices: Slices, size: number, look: Look): void {
  if (!context || size === 0) return
  const pixels = context.canvas.width
  const radius = size / 2
  context.scale(pixels / size, pixels / size)
  context.translate(radius, radius)
  for (const [index, { bgColor }] of slices.entries())
    drawSlice(context, radius, slices.length, index, colourOf(context, bgColor, index))
  drawDepth(context, radius)
  drawLines(context, radius, slices.length)
  drawLabels(context, radius, slices, look.fontFamily)
  drawPegs(context, radius, slices.length, look.metal)
}

/** The operator's colour, or one of ours where it is none. */
function colourOf(context: CanvasRenderingContext2D, colour: string, index: number): string {
  const ours = FALLBACK_COLOURS[index % FALLBACK_COLOURS.length] ?? '#5b2a86'
  context.fillStyle = '#000000'
  context.fillStyle = colour
  if (context.fillStyle !== '#000000') return colour
  context.fillStyle = '#ffffff'
  context.fillStyle = colour
  return context.fillStyle === '#000000' ? colour : ours
}

/** Slice 0 begins at the top; angles grow clockwise. */
function angleOf(index: number, slices: number): number {
  return (index / slices - 0.25) * 2 * Math.PI
}

function drawSlice(
  context: CanvasRenderingContext2D,
  radius: number,
  slices: number,
  index: number,
  colour: string,
): void {
  context.beginPath()
  context.moveTo(0, 0)
  // A hair wider than the slice, or the background would show between two.
  context.arc(
    0,
    0,
    radius,
    angleOf(index, slices),
    angleOf(index + 1, slices) + (index + 1 < slices ? 0.01 : 0),
  )
  context.closePath()
  context.fillStyle = colour
  context.fill()
}

/** A shallow bowl: darker towards the hub and at the very edge, a little lighter between. */
function drawDepth(context: CanvasRenderingContext2D, radius: number): void {
  const shade = context.createRadialGradient(0, 0, radius * 0.2, 0, 0, radius)
  shade.addColorStop(0, 'rgb(0 0 0 / 50%)')
  shade.addColorStop(0.35, 'rgb(0 0 0 / 18%)')
  shade.addColorStop(0.7, 'rgb(255 255 255 / 7%)')
  shade.addColorStop(0.88, 'rgb(255 255 255 / 3%)')
  shade.addColorStop(0.93, 'rgb(0 0 0 / 0%)')
  shade.addColorStop(1, 'rgb(0 0 0 / 45%)')
  context.beginPath()
  context.arc(0, 0, radius, 0, 2 * Math.PI)
  context.fillStyle = shade
  context.fill()
}

/** Each line is a groove: a dark side and a lit one. */
function drawLines(context: CanvasRenderingContext2D, radius: number, slices: number): void {
  const width = slices > 20 ? 0.75 : 1.25
  for (let index = 0; index < slices; index += 1) {
    context.save()
    context.rotate(angleOf(index, slices))
    context.fillStyle = 'rgb(0 0 0 / 30%)'
    context.fillRect(radius * 0.2, 0, radius * 0.8, width)
    context.fillStyle = 'rgb(255 255 255 / 45%)'
    context.fillRect(radius * 0.2, -width, radius * 0.8, width)
    context.restore()
  }
}

function drawPegs(context: CanvasRenderingContext2D, radius: number, slices: number, metal: string): void {
  const peg = Math.min(radius * 0.026, (Math.PI * radius) / slices / 3.2)
  for (let index = 0; index < slices; index += 1) {
    const angle = angleOf(index, slices)
    const [x, y] = [Math.cos(angle) * radius * PEGS_AT, Math.sin(angle) * radius * PEGS_AT]
    disc(context, x, y, peg * 1.35, 'rgb(0 0 0 / 40%)')
    disc(context, x, y, peg, metal)
    disc(context, x, y, peg * 0.5, 'rgb(255 255 255 / 75%)')
  }
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.fill()
}

const WEIGHT = 650

export function labelFont(family: string, size: number): string {
  return `${WEIGHT} ${size}px ${family}`
}

function drawLabels(
  context: CanvasRenderingContext2D,
  radius: number,
  slices: Slices,
  fontFamily: string,
): void {
  const space = { slices: slices.length, inner: radius * LABELS_FROM, outer: radius * LABELS_TO }
  context.textBaseline = 'alphabetic'
  const labels = fitLabels(
    slices.map(({ label }) => label),
    space,
    measureWith(context, fontFamily),
  )
  for (const [index, slice] of slices.entries()) {
    const label = labels[index]
    if (!label) continue
    context.save()
    context.rotate(angleOf(index + 0.5, slices.length))
    context.fillStyle = '#ffffff'
    context.fillStyle = slice.textColor
    context.font = labelFont(fontFamily, label.size)
    drawLabel(context, label)
    context.restore()
  }
}

/** The axis points from the middle to the rim, along the middle of the slice. */
function drawLabel(context: CanvasRenderingContext2D, label: FittedLabel): void {
  context.textAlign = label.way === 'along' ? 'right' : 'center'
  if (label.way === 'across') context.rotate(Math.PI / 2)
  const whole = context.measureText(label.lines.map(({ text }) => text).join(''))
  const down = (whole.actualBoundingBoxAscent - whole.actualBoundingBoxDescent) / 2
  for (const { text, at } of label.lines) {
    if (label.way === 'along') context.fillText(text, label.end, at + down)
    else context.fillText(text, 0, down - at)
  }
}

/** Big enough that the browser's rounding to whole pixels does not matter. */
const MEASURED_AT = 64

function measureWith(context: CanvasRenderingContext2D, fontFamily: string): Measure {
  return (text) => {
    context.font = labelFont(fontFamily, MEASURED_AT)
    const size = context.measureText(text)
    return {
      width: size.width / MEASURED_AT,
      ascent: size.actualBoundingBoxAscent / MEASURED_AT,
      descent: size.actualBoundingBoxDescent / MEASURED_AT,
    }
  }
}
