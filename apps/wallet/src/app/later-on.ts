import { type ComponentType, lazy } from 'react'

/**
 * What the first screen does not wait for: loaded when the page has what it needs. The wallet is whole without it, so what cannot be
 * loaded is left out.
 */
export function laterOn(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
    return { default: await load().catch(() => () => null) }
  })
}
