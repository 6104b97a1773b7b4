import { modalsOfEntry } from '@kapao/browser/modal-entries'
import { perSession, sessionKeys } from '../lib/storage.ts'

/** After a reload only a member's sheet comes back: the entries of what does not would each swallow one Back. */
export function leaveLostModals(): void {
  const modals = modalsOfEntry()
  if (modals > 0 && perSession.get(sessionKeys.sheet) === null) history.go(-modals)
}
