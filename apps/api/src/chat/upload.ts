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
import { useOfDay } from '../http/day-limit.ts'
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
const BYTES_IN_MEGABYTE = 1_000_000

/** What guests may leave here in a day, at one address and all of them: anybody can be one, and what is sent is kept for good. */
async function limitGuestBytes(
  { database, operator }: RouteContext,
  caller: string,
  bytes: number,
): Promise<Refusal<'REQUEST_LIMIT'> | null> {
  const { chatGuestMegabytesPerDay, chatAllGuestsMegabytesPerDay } = operator.current()
  const limited = [
    { bucket: `chat-guest-bytes:${caller}`, perDay: chatGuestMegabytesPerDay * BYTES_IN_MEGABYTE },
    { bucket: 'chat-guest-bytes', perDay: chatAllGuestsMegabytesPerDay * BYTES_IN_MEGABYTE },
  ]
  const retryAfter = await useOfDay(database, limited, bytes)
  return retryAfter === null ? null : refuse('REQUEST_LIMIT', { retryAfter })
}

/** Who brings a file, counted before it is read. A token that does not hold is none: the upload is then a guest's. */
async function admit(
  context: RouteContext,
  request: FastifyRequest,
): Promise<Uploader | Refusal<'REQUEST_LIMIT_1MIN'>> {
  const { database, operator, limits } = context
  const member = await authenticate(database, request.headers.authorization)
  const perMinute = operator.current().chatUploadsPerMinute
  const isMember = !('refused' in member)
  const caller = callerOf(request.ip)
  const retryAfter = isMember
    ? await limits.hit(`chat-upload:${member.publicId}`, perMinute)
    : await limits.hit(`chat-upload-address:${caller}`, perMinute * GUESTS_PER_ADDRESS)
  if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
  if (isMember) return { memberId: member.id, staffId: null }
  return { memberId: null, staffId: null, limitBytes: (bytes) => limitGuestBytes(context, caller, bytes) }
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
