import { DESK_NAMESPACE } from '@kapao/contract/desk-events'
import type { SocketNamespace, SocketServer } from '../chat/socket-types.ts'
import { isFromElsewhere, type SocketContext } from '../chat/sockets.ts'
import { authenticateStaff, type StaffMember } from '../staff/session.ts'
import { findDeskConversation } from './find-conversation.ts'

const TYPING_EVERY_MS = 1_000

/** The desk's line: every event goes to everyone who is logged in there. */
export function openDeskSockets(
  io: SocketServer,
  context: SocketContext,
  { isSecure }: { readonly isSecure: boolean },
): SocketNamespace {
  const { app, database } = context
  const desk = io.of(DESK_NAMESPACE)
  desk.use((socket, next) => {
    // A wallet's page on another origin may open the customers' line. At a neighbouring host it is of the same site, and its browser brings an
    // agent's cookie along: what it may not ask of the desk's calls it may not hear either.
    if (isFromElsewhere(socket.request, [])) return next(new Error('NOT_ALLOWED'))
    const cookies = socket.handshake.headers.cookie
    authenticateStaff(database, { cookies, isSecure, isDoing: false }).then(
      (staff) => {
        if ('refused' in staff) return next(new Error(staff.refused))
        socket.data.staff = staff
        next()
      },
      () => next(new Error('OVERLOADED')),
    )
  })
  desk.on('connection', (socket) => {
    socket.on('typing', (what) => {
      const { staff, typedAt = 0, typedIn } = socket.data
      const id: unknown =
        typeof what === 'object' && what !== null ? Reflect.get(what, 'conversationId') : null
      if (!staff || typeof id !== 'string') return
      // Somebody who goes from one conversation to the next is heard in both.
      if (typedIn === id && Date.now() - typedAt < TYPING_EVERY_MS) return
      socket.data.typedAt = Date.now()
      socket.data.typedIn = id
      tellTyping(context, staff, id).catch((error: unknown) => {
        app.log.error({ err: error }, 'typing was not told')
      })
    })
  })
  return desk
}

async function tellTyping({ database, line }: SocketContext, staff: StaffMember, id: string): Promise<void> {
  const conversation = await findDeskConversation(database, id)
  if (!conversation) return
  await line.tell({
    typing: {
      conversationId: id,
      roomId: conversation.roomId,
      staff: { staffId: staff.publicId, displayName: staff.displayName },
    },
  })
}
