/** The thread of the confetti: thrown up from both lower corners, falling and turning, a function of the time alone. */

import { after } from '@kapao/browser/timers'

type Sheet = ReturnType<HTMLCanvasElement['transferControlToOffscreen']>
type Context = Pick<
  CanvasRenderingContext2D,
  'clearRect' | 'fillRect' | 'fillStyle' | 'globalAlpha' | 'resetTransform' | 'setTransform'
>

/** In px of the page. */
interface Size {
  readonly width: number
  readonly height: number
}

/** What it begins with; afterwards comes the page's size, whenever that is another. */
export interface ConfettiOrder extends Size {
  readonly sheet: Sheet
  readonly colours: readonly string[]
}

const PIECES = 72
const LASTS_MS = 2600
/** After the sheet has risen, which is what there is to see first. */
const BEGINS_MS = 220

let sheet: Sheet | null = null

addEventListener('message', ({ data }: MessageEvent<ConfettiOrder | Size>) => {
  if ('sheet' in data) begin(data)
  if (!sheet) return
  sheet.width = data.width
  sheet.height = data.height
})

function begin(order: ConfettiOrder): void {
  sheet = order.sheet
  const context = sheet.getContext('2d')
  if (context) after(BEGINS_MS, () => throwUp(context, order.sheet, throwPieces(order.colours)))
}

function throwUp(context: Context, size: Size, pieces: readonly Piece[]): void {
  const startsAtMs = performance.now()
  requestAnimationFrame(function draw(now) {
    const { width, height } = size
    const seconds = Math.max(0, now - startsAtMs) / 1000
    context.resetTransform()
    context.clearRect(0, 0, width, height)
    if (seconds * 1000 > LASTS_MS) return
    context.globalAlpha = Math.min(1, (LASTS_MS / 1000 - seconds) * 2)
    for (const piece of pieces) drawPiece(context, piece, seconds, width, height)
    requestAnimationFrame(draw)
  })
}

interface Piece {
  readonly side: number
  /** Of the screen's width and height, a second. */
  readonly aside: number
  readonly up: number
  readonly turns: number
  readonly size: number
  readonly colour: string
}

function throwPieces(colours: readonly string[]): readonly Piece[] {
  return Array.from({ length: PIECES }, (_, index) => ({
    side: index % 2,
    aside: 0.1 + 0.75 * Math.random(),
    up: 0.75 + 0.75 * Math.random(),
    turns: 0.6 + 2 * Math.random(),
    size: 6 + 5 * Math.random(),
    colour: colours[index % colours.length] ?? '',
  }))
}

const AIR = 1.4
const GRAVITY = 0.75

function drawPiece(context: Context, piece: Piece, seconds: number, width: number, height: number): void {
  // The air soon takes the speed sideways; upwards gravity does.
  const aside = (piece.aside * (1 - Math.exp(-AIR * seconds))) / AIR
  const x = (piece.side === 0 ? aside * 1.3 : 1 - aside * 1.3) * width
  const y = (0.85 - piece.up * seconds + GRAVITY * seconds * seconds) * height
  const turn = piece.turns * seconds * 2 * Math.PI
  const [along, across, thin] = [Math.cos(turn), Math.sin(turn), Math.cos(turn * 1.7)]
  context.setTransform(along, across, -across * thin, along * thin, x, y)
  context.fillStyle = piece.colour
  context.fillRect(-piece.size / 2, -piece.size / 3, piece.size, piece.size / 1.5)
}
