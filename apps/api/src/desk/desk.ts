import { mountAnswer } from './answer.ts'
import { mountInbox } from './inbox.ts'
import { mountDeskLogin } from './login.ts'
import type { DeskContext } from './route.ts'

/** The support desk's calls, below /api/desk. */
export function mountDeskCalls(context: DeskContext): void {
  mountDeskLogin(context)
  mountInbox(context)
  mountAnswer(context)
}
