/**
 * What is remembered of a slip for the tab. In-app browsers load the page anew while the player picks a picture, and while a slip is
 * judged: then the words for it, or the slip, must be there again.
 */
import { perSession, sessionKeys } from '../../lib/storage.ts'

export function savedReference(): string | null {
  return perSession.get(sessionKeys.slip)
}

export function saveReference(reference: string | null): void {
  if (reference === null) perSession.remove(sessionKeys.slip)
  else perSession.set(sessionKeys.slip, reference)
}

/** Whether the page went away while the picker was open: what was picked is lost. */
export function wasPicking(): boolean {
  return perSession.get(sessionKeys.slipPicking) !== null
}

export function savePicking(isOpen: boolean): void {
  if (isOpen) perSession.set(sessionKeys.slipPicking, '1')
  else perSession.remove(sessionKeys.slipPicking)
}
