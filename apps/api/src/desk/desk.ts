import { mountAdmin } from './admin.ts'
import { mountAnswer } from './answer.ts'
import { mountCanned } from './canned.ts'
import { mountInbox } from './inbox.ts'
import { mountKeeping } from './keep.ts'
import { mountDeskLogin } from './login.ts'
import { mountDeskMember } from './member.ts'
import { mountNotes } from './notes.ts'
import type { DeskContext } from './route.ts'
import { mountSlipPicture } from './slips.ts'

/** The support desk's calls, below /api/desk. */
export function mountDeskCalls(context: DeskContext): void {
  mountDeskLogin(context)
  mountInbox(context)
  mountAnswer(context)
  mountKeeping(context)
  mountDeskMember(context)
  mountSlipPicture(context)
  mountNotes(context)
  mountCanned(context)
  mountAdmin(context)
}
