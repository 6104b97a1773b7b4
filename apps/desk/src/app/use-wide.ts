import { useSyncExternalStore } from 'react'

// As in desk.module.css.
const wide = window.matchMedia('(min-width: 1100px)')

function subscribe(changed: () => void): () => void {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** Whether all three columns are on the screen at once. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
