import { afterStepBack, modalsOfEntry } from '@kapao/browser/modal-entries'
import { navigate } from 'wouter/use-browser-location'

/** Opens a page of ours, in the place of an open sheet's entry: Back from there leads to the page below it. */
export function goTo(path: string): void {
  afterStepBack(() => navigate(path, { replace: modalsOfEntry() > 0 }))
}
