import type { ServerOptions } from 'socket.io'
import { openDeskSockets } from '../desk/sockets.ts'
import { startDelivery } from './deliver.ts'
import { mountHistory } from './history.ts'
import { mountRating } from './rating.ts'
import { keepRechecking, recheckSockets } from './recheck.ts'
import { mountSendMessage, type SendContext } from './send.ts'
import { mountChatFiles } from './serve-file.ts'
import type { SocketServer } from './socket-types.ts'
import { type Neighbours, openSockets, type SocketContext } from './sockets.ts'
import { mountChatUploads, type UploadContext } from './upload.ts'

export interface ChatContext extends UploadContext, SendContext, SocketContext, Neighbours {
  /** Whether the desk's cookie is for https and this host alone. */
  readonly isSecure: boolean
  readonly socketOptions: Partial<ServerOptions>
}

/** The customer's calls, and the realtime line for both sides. */
export async function mountChat(context: ChatContext): Promise<SocketServer> {
  mountSendMessage(context)
  mountHistory(context)
  mountRating(context)
  mountChatUploads(context)
  mountChatFiles(context.app, context.files)
  const customers = openSockets(context, context, context.socketOptions)
  const desk = openDeskSockets(customers, context, context)
  const stopDelivery = await startDelivery({ context, customers, desk })
  const { app, database } = context
  const stopRechecking = await keepRechecking(
    database,
    () => recheckSockets(database, customers, desk),
    (error) => app.log.error({ err: error }, 'sockets were not looked at again'),
  )
  app.addHook('onClose', async () => {
    stopDelivery()
    stopRechecking()
    // Redis is read by them until they are told that nobody listens any more.
    await Promise.all([customers.sockets, desk].map((namespace) => namespace.adapter.close()))
  })
  return customers
}
