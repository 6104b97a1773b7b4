import { loadAside, loadPageAnew } from '@kapao/browser/chunk-recovery'
import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'

/** A screen that is loaded when it is first needed, or before by `preload`, which resolves when it can be drawn. */
export type Lazily<Props extends object> = FunctionComponent<Props> & { preload(): Promise<unknown> }

const failed = new Set<() => void>()

/** What could not be loaded is tried again when it is next drawn. Not by itself: what draws it would go round for as long as it fails. */
export function forgetFailedLoads(): void {
  for (const renew of failed) renew()
  failed.clear()
}

/**
 * As React's own, but what has been loaded by then is drawn at once, and holds nothing in its place for a moment first. What is an extra is left out where it
 * does not come, and tried again when it is next drawn.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isExtra = false } = {},
): Lazily<Props> {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = await load()
    return { default: loaded }
  }
  // The page is not loaded anew for it either: something is going on in it.
  const extra = async () => {
    loaded = await loadAside(load)
    if (loaded) return { default: loaded }
    Loading = renewed()
    return { default: () => null }
  }
  const wanted = () =>
    preload().catch((thrown: unknown) => {
      failed.add(() => {
        Loading = renewed()
      })
      loadPageAnew()
      throw thrown
    })
  const renewed = (): ComponentType<Props> => lazy(isExtra ? extra : wanted)
  let Loading = renewed()
  function Screen(props: Props) {
    // For as long as it is there: another kind of component would be another screen, with nothing typed in it.
    const [Shown] = useState(() => loaded ?? Loading)
    return createElement(Shown, props)
  }
  return Object.assign(Screen, { preload })
}
