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
      async function show(): Promise<void> {
        await firstScreen
        loaded = await loadAside(load)
        if (loaded) setShown(() => loaded)
        else after(AGAIN_MS, () => void show())
      }
      if (!loaded) void show()
    }, [])
    return shown && createElement(shown)
  }
}
