import multipart from '@fastify/multipart'
import {
  CHAT_IMAGE_MAX_BYTES,
  CHAT_VIDEO_MAX_BYTES,
  uploadChatImage,
  uploadChatVideo,
} from '@kapao/contract/chat'
import type { FastifyRequest } from 'fastify'
import type { FileStore } from '../files/file-store.ts'
import { letCome } from '../files/under-way.ts'
import { callerOf } from '../http/caller.ts'
import { BYTES_IN_MEGABYTE, useOfDay } from '../http/day-limit.ts'
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

/** What may be left here in a day by a member, or by guests, those of one address and all of them: what is sent is kept for good. */
async function limitBytes(
  { database, operator }: RouteContext,
  who: { readonly memberId: string } | { readonly caller: string },
  bytes: number,
): Promise<Refusal<'REQUEST_LIMIT'> | null> {
  const { chatMemberMegabytesPerDay, chatGuestMegabytesPerDay, chatAllGuestsMegabytesPerDay } =
    operator.current()
  const megabytes =
    'memberId' in who
      ? { [`chat-member-bytes:${who.memberId}`]: chatMemberMegabytesPerDay }
      : {
          [`chat-guest-bytes:${who.caller}`]: chatGuestMegabytesPerDay,
          'chat-guest-bytes': chatAllGuestsMegabytesPerDay,
        }
  const limited = Object.entries(megabytes).map(([bucket, most]) => ({
    bucket,
    perDay: most * BYTES_IN_MEGABYTE,
  }))
  const retryAfter = await useOfDay(database, limited, bytes)
  return retryAfter === null ? null : refuse('REQUEST_LIMIT', { retryAfter })
}

/** Who brings a file, counted before it is read. A token that does not hold is none: the upload is then a guest's. */
async function admit(
  context: RouteContext,
  request: FastifyRequest,
  maxBytes: number,
): Promise<Uploader | Refusal<'REQUEST_LIMIT' | 'REQUEST_LIMIT_1MIN' | 'OVERLOADED'>> {
  const { database, operator, limits } = context
  const member = await authenticate(database, request.headers.authorization)
  const perMinute = operator.current().chatUploadsPerMinute
  const isMember = !('refused' in member)
  const caller = callerOf(request.ip)
  const who = isMember ? { memberId: member.publicId } : { caller }
  const notNow = await letCome(request, who, maxBytes)
  if (notNow) return notNow
  const retryAfter = isMember
    ? await limits.hit(`chat-upload:${member.publicId}`, perMinute)
    : await limits.hit(`chat-upload-address:${caller}`, perMinute * GUESTS_PER_ADDRESS)
  if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
  return {
    memberId: isMember ? member.id : null,
    staffId: null,
    limitBytes: (bytes) => limitBytes(context, who, bytes),
  }
}

/** Takes the customers' pictures and films in. */
export function mountChatUploads(context: UploadContext): void {
  const { app } = context
  app.register(async (scope) => {
    await scope.register(multipart)
    const inScope = { ...context, app: scope }
    const guardOf = (maxFileBytes: number) => ({
      guard: (request: FastifyRequest) => admit(context, request, maxFileBytes),
      maxFileBytes,
    })
    mount(
      inScope,
      uploadChatImage,
      async ({ file, guarded }) => {
        const kept = await keepFile(context, file, { image: CHAT_IMAGE_MAX_BYTES }, guarded)
        return 'refused' in kept ? kept : { path: kept.path }
      },
      guardOf(CHAT_IMAGE_MAX_BYTES),
    )
    mount(
      inScope,
      uploadChatVideo,
      async ({ file, guarded }) => {
        const kept = await keepFile(context, file, { video: CHAT_VIDEO_MAX_BYTES }, guarded)
        return 'refused' in kept ? kept : { path: kept.path }
      },
      guardOf(CHAT_VIDEO_MAX_BYTES),
    )
  })
}
