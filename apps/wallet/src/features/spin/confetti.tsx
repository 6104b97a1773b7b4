import { useEffect, useRef } from 'react'
import type { ConfettiOrder } from './confetti-drawing.ts'
import drawing from './confetti-drawing.ts?worker&url'
import styles from './prize.module.css'
import { wantsLessMotion } from './wheel-driver.ts'

/** The theme's own, and two beside them. */
const COLOURS = ['--gold', '--minus', '--info', '--plus', '#fff3cf', '#b48cff'] as const

/** Asked of the page, since the thread that draws knows no styles. */
function coloursOf(element: HTMLElement): readonly string[] {
  const style = getComputedStyle(element)
  return COLOURS.map((colour) => style.getPropertyValue(colour).trim() || colour)
}

/** Gone by itself. Drawn by a thread of its own, where the browser can (Safari since 16.4): the page's has a sheet to open. */
export function Confetti({ colour }: { colour: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => (ref.current && !wantsLessMotion() ? throwInto(ref.current, colour) : undefined), [colour])
  return <div ref={ref} className={styles.confetti} />
}

/** Answers how to stop; undefined where the browser or the page's policy has no thread for it. */
function throwInto(holder: HTMLElement, colour: string): (() => void) | undefined {
  // Not React's: a canvas is handed over once, whatever becomes of the component.
  const canvas = document.createElement('canvas')
  const worker = 'transferControlToOffscreen' in canvas ? startWorker() : null
  if (!worker) return undefined
  holder.append(canvas)
  const sheet = canvas.transferControlToOffscreen()
  const sizeOf = () => ({ width: window.innerWidth, height: window.innerHeight })
  const order: ConfettiOrder = { sheet, colours: [...coloursOf(holder), colour], ...sizeOf() }
  worker.postMessage(order, [sheet])
  const resize = () => worker.postMessage(sizeOf())
  window.addEventListener('resize', resize)
  return () => {
    window.removeEventListener('resize', resize)
    worker.terminate()
    canvas.remove()
  }
}

function startWorker(): Worker | null {
  try {
    return new Worker(address(), { type: 'module' })
  } catch {
    // A page of another server may have a policy that knows of none.
    return null
  }
}

let policy: Readonly<Record<'createScriptURL', (text: string) => string>> | undefined

/** The page's policy lets no text become a script's address; this makes the one, whatever it is given. */
function address(): string {
  if (typeof trustedTypes === 'undefined') return drawing
  policy ??= trustedTypes.createPolicy('kapao-confetti', { createScriptURL: () => drawing })
  return policy.createScriptURL(drawing)
}
