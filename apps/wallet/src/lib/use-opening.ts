import { useEffect, useRef } from 'react'
import { type OpeningWindow, openWindow } from './open-window.ts'

/** `openWindow` for something on the screen that may go before the address is there. */
export function useOpening(): (waiting: string) => OpeningWindow {
  const opening = useRef<OpeningWindow | null>(null)
  useEffect(() => () => opening.current?.leave(), [])
  return (waiting) => {
    opening.current = openWindow(waiting)
    return opening.current
  }
}
