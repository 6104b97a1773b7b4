/**
 * What the browser did not let the page do: open a window, or copy. It is handed to the player, who may do it by a tap of their own; app/
 * shows it over whatever is open.
 */
import { createListeners } from '@kapao/browser/listeners'
import { useSyncExternalStore } from 'react'

export type ByHand =
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'post'; readonly url: string; readonly fields: Readonly<Record<string, string>> }

let offered: ByHand | null = null
const current = () => offered
const [subscribe, announce] = createListeners()

export function offerByHand(what: ByHand | null): void {
  offered = what
  announce()
}

export function useByHand(): ByHand | null {
  return useSyncExternalStore(subscribe, current, current)
}
