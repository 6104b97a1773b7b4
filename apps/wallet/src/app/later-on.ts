import { loadAside } from '@kapao/browser/chunk-recovery'
import { after } from '@kapao/browser/timers'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { firstScreen } from '../lib/first-screen.ts'

const AGAIN_MS = 5_000

/**
 * What the first screen does not wait for: loaded when the page has what it needs. The wallet is whole without it, so what cannot be
 * loaded is left out, and tried again. Not by `lazy`: a page that was drawn by the build has nothing in its place either.
 */
export function laterOn(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null
  return function Later() {
    const [shown, setShown] = useState(() => loaded)
    useEffect(() => {
      let isLeft = false
      let stop = () => {}
      async function show(againMs: number): Promise<void> {
        await firstScreen
        loaded ??= await loadAside(load)
        if (isLeft) return
        if (loaded) setShown(() => loaded)
        else stop = after(againMs, () => void show(2 * againMs))
      }
      void show(AGAIN_MS)
      return () => {
        isLeft = true
        stop()
      }
    }, [])
    return shown && createElement(shown)
  }
}
