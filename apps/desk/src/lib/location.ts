/** Where the desk is, and how every link and every move of it gets elsewhere. */
import { afterStepBack, modalsOfEntry } from '@kapao/browser/modal-entries'
import { navigate, useBrowserLocation } from 'wouter/use-browser-location'

/**
 * A panel that has just closed takes its entry of the history along, and the browser does that when it comes to it: a conversation opened
 * before would be left again at once, and what is written next would go to the customer before.
 */
const go: typeof navigate = (to, options) =>
  afterStepBack(() => navigate(to, modalsOfEntry() > 0 ? { ...options, replace: true } : options))

/** For wouter's Router. */
export const useDeskLocation: typeof useBrowserLocation = (options) => {
  const [path] = useBrowserLocation(options)
  return [path, go]
}
