/**
 * While a sheet or dialog is open the tab's history stands on an entry of its own, so that Back (a gesture on Android) closes it instead
 * of leaving the page. The entry says how many are open over its page; ui/back-closes.ts keeps it so.
 */
import { perSession, sessionKeys } from './storage.ts'

/** How many are open by the entry where the history stands now. */
export function modalsOfEntry(): number {
  const modals: unknown = history.state?.modals
  return typeof modals === 'number' ? modals : 0
}

/** After a reload only a member's sheet comes back: the entries of what does not would each swallow one Back. */
export function leaveLostModals(): void {
  const modals = modalsOfEntry()
  if (modals > 0 && perSession.get(sessionKeys.sheet) === null) history.go(-modals)
}
