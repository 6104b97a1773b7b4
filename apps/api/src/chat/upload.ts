import multipart from '@fastify/multipart'
import {
  CHAT_IMAGE_MAX_BYTES,
  CHAT_VIDEO_MAX_BYTES,
  uploadChatImage,
  uploadChatVideo,
} from '@kapao/contract/chat'
import type { FastifyRequest } from 'fastify'
import type { FileStore } from '../files/file-store.ts'
import { callerOf } from '../http/caller.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { authenticate } from '../session/session.ts'
import type { DrawDesk } from './draw-desk.ts'
import { keepFile, type Uploader } from './keep-file.ts'

export interface UploadContext extends RouteContext {
  readonly files: FileStore
  readonly drawDesk: DrawDesk
}

/** A guest's upload names no one, so guests are counted by their address, which may be that of many. */
const GUESTS_PER_ADDRESS = 10

/** Who brings a file, counted before it is read. A token that does not hold is none: the upload is then a guest's. */
async function admit(
  { database, operator, limits }: RouteContext,
  request: FastifyRequest,
): Promise<Uploader | Refusal<'REQUEST_LIMIT_1MIN'>> {
  const member = await authenticate(database, request.headers.authorization)
  const perMinute = operator.current().chatUploadsPerMinute
  const isMember = !('refused' in member)
  const retryAfter = isMember
    ? await limits.hit(`chat-upload:${member.publicId}`, perMinute)
    : await limits.hit(`chat-upload-address:${callerOf(request.ip)}`, perMinute * GUESTS_PER_ADDRESS)
  if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
  return { memberId: isMember ? member.id : null, staffId: null }
}

/** Takes the customers' pictures and films in. */
export function mountChatUploads(context: UploadContext): void {
  const { app } = context
  app.register(async (scope) => {
    await scope.register(multipart)
    const inScope = { ...context, app: scope }
    const guard = (request: FastifyRequest) => admit(context, request)
    mount(
      inScope,
      uploadChatImage,
      async ({ file, guarded }) => {
        const kept = await keepFile(context, file, { image: CHAT_IMAGE_MAX_BYTES }, guarded)
        return 'refused' in kept ? kept : { path: kept.path }
      },
      { guard, maxFileBytes: CHAT_IMAGE_MAX_BYTES },
    )
    mount(
      inScope,
      uploadChatVideo,
      async ({ file, guarded }) => {
        const kept = await keepFile(context, file, { video: CHAT_VIDEO_MAX_BYTES }, guarded)
        return 'refused' in kept ? kept : { path: kept.path }
      },
      { guard, maxFileBytes: CHAT_VIDEO_MAX_BYTES },
    )
  })
}
