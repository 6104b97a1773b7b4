import multipart from '@fastify/multipart'
import { CHAT_IMAGE_MAX_BYTES, CHAT_VIDEO_MAX_BYTES } from '@kapao/contract/chat'
import { deskSend, deskUpload } from '@kapao/contract/desk'
import { checkStaffFiles } from '../chat/claim-file.ts'
import { keepFile } from '../chat/keep-file.ts'
import { isSentByStaff, post } from '../chat/post.ts'
import { judgeDeskMessage } from '../chat/rules.ts'
import type { Queries } from '../database/database.ts'
import { letCome } from '../files/under-way.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { audit } from '../staff/audit.ts'
import { toDeskMessage } from './conversation-row.ts'
import { findDeskConversation } from './find-conversation.ts'
import { type DeskContext, mountDesk } from './route.ts'

/** Far above what anyone types or clicks: against a desk that went wild. */
const MESSAGES_PER_MINUTE = 120

const UPLOADS_PER_MINUTE = 60
const FILE_MAX_BYTES = CHAT_IMAGE_MAX_BYTES

function mountUpload(context: DeskContext): void {
  const { app, database, limits } = context
  app.register(async (scope) => {
    await scope.register(multipart)
    mountDesk(
      { ...context, app: scope },
      deskUpload,
      async ({ file, guarded: staff, ip }) => {
        const most = { image: CHAT_IMAGE_MAX_BYTES, video: CHAT_VIDEO_MAX_BYTES, file: FILE_MAX_BYTES }
        const kept = await keepFile(context, file, most, { memberId: null, staffId: staff.id })
        if (isRefusal(kept)) return kept
        const { path, fileType, width, height } = kept
        await audit(database, { staffId: staff.id, action: 'file-uploaded', details: { path, fileType }, ip })
        return { path, fileType, ...(width !== null && { width }), ...(height !== null && { height }) }
      },
      {
        maxFileBytes: CHAT_VIDEO_MAX_BYTES,
        async admit(request, { publicId }) {
          const notNow = await letCome(request, { staffId: publicId }, CHAT_VIDEO_MAX_BYTES)
          if (notNow) return notNow
          const retryAfter = await limits.hit(`desk-upload:${publicId}`, UPLOADS_PER_MINUTE)
          return retryAfter === null ? null : refuse('REQUEST_LIMIT_1MIN', { retryAfter })
        },
      },
    )
  })
}

interface Unseen {
  /** Since when the customer waits for an answer to what its agent had not seen; null when nothing of that waits. */
  readonly waitsSince: Date | null
  /** What has waited at the desk is said into something else by now. */
  readonly isStale: boolean
}

/** What was said or done that the agent did not know of. The conversation is locked by then. */
async function readUnseen(
  tx: Queries,
  id: bigint,
  staffId: bigint,
  {
    seenSeq,
    sessionId,
  }: { readonly seenSeq?: number | undefined; readonly sessionId?: string | null | undefined },
): Promise<Unseen> {
  const [row] = await tx.query<Unseen>(
    `select min(g.created_at) filter (where g.sender = 'customer' and g.created_at >= c.waiting_since) as waits_since,
       $4 and (coalesce($5 <> coalesce(c.session_id, ''), false) or coalesce(bool_or(g.staff_id <> $3), false)) as is_stale
     from chat_conversation c left join chat_message g on g.conversation_id = c.id and g.seq > $2
     where c.id = $1 group by c.id`,
    [id, seenSeq ?? null, staffId, sessionId !== undefined, sessionId ?? null],
  )
  if (!row) throw new Error('a conversation that was just locked is not there')
  return row
}

export function mountAnswer(context: DeskContext): void {
  const { database, limits } = context
  mountUpload(context)
  mountDesk(context, deskSend, async ({ params, body, guarded: staff, ip }) => {
    const judged = judgeDeskMessage(body.message)
    if (isRefusal(judged)) return judged
    const message = await checkStaffFiles(database, judged)
    if (isRefusal(message)) return message
    const found = await findDeskConversation(database, params.conversationId)
    if (!found) return refuse('NO_DATA')
    const retryAfter = await limits.hit(`desk-send:${staff.publicId}`, MESSAGES_PER_MINUTE)
    if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
    const row = await database.transaction(async (tx) => {
      const isAgain = await isSentByStaff(tx, found.id, body.clientId)
      const unseen = await readUnseen(tx, found.id, staff.id, body)
      if (!isAgain && unseen.isStale) return refuse('CHANGED_MEANWHILE')
      const posted = await post(tx, {
        conversationId: found.id,
        sender: 'agent',
        staffId: staff.id,
        clientId: body.clientId,
        message,
        deviceToken: '',
      })
      if (isAgain) return posted
      if (unseen.waitsSince !== null)
        await tx.query('update chat_conversation set waiting_since = $2 where id = $1', [
          found.id,
          unseen.waitsSince,
        ])
      const details = { messageType: message.message_type, clientId: body.clientId }
      const { conversationId } = params
      await audit(tx, { staffId: staff.id, action: 'message-sent', conversationId, details, ip })
      return posted
    })
    if (isRefusal(row)) return row
    context.teller.tell(row)
    return { message: toDeskMessage(row) }
  })
}
