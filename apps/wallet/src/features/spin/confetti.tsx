import { after } from '@kapao/browser/timers'
import { useEffect, useRef } from 'react'
import styles from './prize.module.css'
import { wantsLessMotion } from './wheel-driver.ts'

const PIECES = 72
const LASTS_MS = 2600
/** After the sheet has risen: a moving sheet would take the canvas along. */
const BEGINS_MS = 220
const COLOURS = ['#f2c14e', '#ff7a85', '#7cb8ff', '#4ade9a', '#fff3cf', '#b48cff'] as const

/** Thrown up from both lower corners, falling and turning: a function of the time alone. Gone by itself. */
export function Confetti({ colour }: { colour: string }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = ref.current?.getContext('2d')
    if (!context || wantsLessMotion()) return undefined
    let stop = after(BEGINS_MS, () => {
      stop = throwUp(context, throwPieces([...COLOURS, colour]))
    })
    return () => stop()
  }, [colour])
  return <canvas ref={ref} className={styles.confetti} />
}

/** Answers how to stop. */
function throwUp(context: CanvasRenderingContext2D, pieces: readonly Piece[]): () => void {
  const { canvas } = context
  // Asked for in every frame, the window's size would cost the styles of the page each time.
  const fill = () => {
    canvas.width = window.innerWidth
    canvas.height = window.innerHeight
  }
  fill()
  window.addEventListener('resize', fill)
  const startsAtMs = performance.now()
  let frame = requestAnimationFrame(function draw(now) {
    const { width, height } = canvas
    const seconds = Math.max(0, now - startsAtMs) / 1000
    context.resetTransform()
    context.clearRect(0, 0, width, height)
    if (seconds * 1000 > LASTS_MS) return
    context.globalAlpha = Math.min(1, (LASTS_MS / 1000 - seconds) * 2)
    for (const piece of pieces) drawPiece(context, piece, seconds, width, height)
    frame = requestAnimationFrame(draw)
  })
  return () => {
    cancelAnimationFrame(frame)
    window.removeEventListener('resize', fill)
  }
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

function drawPiece(
  context: CanvasRenderingContext2D,
  piece: Piece,
  seconds: number,
  width: number,
  height: number,
): void {
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
