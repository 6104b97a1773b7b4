import { modalsOfEntry } from '@kapao/browser/modal-entries'
import { perSession, sessionKeys } from '../lib/storage.ts'

/** After a reload only a member's sheet and the registration's step come back: the entries of what does not would each swallow one Back. */
export function leaveLostModals(): void {
  const modals = modalsOfEntry()
  const isOfSteps = location.pathname.startsWith('/register')
  if (modals > 0 && !isOfSteps && perSession.get(sessionKeys.sheet) === null) history.go(-modals)
}
