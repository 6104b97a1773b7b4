import { loadAside } from '@kapao/browser/chunk-recovery'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { firstScreen } from '../lib/first-screen.ts'

/**
 * What the first screen does not wait for: loaded when the page has what it needs. The wallet is whole without it, so what cannot be
 * loaded is left out. Not by `lazy`: a page that was drawn by the build has nothing in its place either.
 */
export function laterOn(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null
  async function loadLater(): Promise<void> {
    await firstScreen
    loaded = await loadAside(load)
  }
  return function Later() {
    const [shown, setShown] = useState(() => loaded)
    useEffect(() => {
      if (!shown) void loadLater().then(() => setShown(() => loaded))
    }, [shown])
    return shown && createElement(shown)
  }
}
