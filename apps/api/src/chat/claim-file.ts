import type { KnownMessage } from '@kapao/contract/chat'
import type { Queries } from '../database/database.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { fileNameOf } from './rules.ts'

interface FileRow {
  readonly fileType: 'image' | 'video' | 'file'
  readonly width: number | null
  readonly height: number | null
}

type Claimed = KnownMessage | Refusal<'NO_DATA'>

/** With what the file is, which the server knows better than the sender. */
function withFile(message: KnownMessage & { message_type: 'media' }, row: FileRow): KnownMessage {
  const { message: caption, filePath } = message.payload
  return {
    message_type: 'media',
    payload: {
      message: caption,
      url: false,
      fileType: row.fileType,
      filePath,
      ...(row.width !== null && { width: row.width }),
      ...(row.height !== null && { height: row.height }),
    },
  }
}

/**
 * A customer's message whose file is theirs to send: one that they brought themselves, or that a guest brought (whom an upload does not
 * name) and nobody has sent yet. From then on it is this conversation's alone.
 */
export async function claimForCustomer(
  tx: Queries,
  message: KnownMessage,
  conversationId: bigint,
  memberId: bigint | null,
): Promise<Claimed> {
  if (message.message_type !== 'media') return message
  const [row] = await tx.query<FileRow>(
    `update chat_file set conversation_id = $2
     where name = $1 and staff_id is null and (conversation_id is null or conversation_id = $2)
       and (member_id is null or member_id = $3) returning file_type, width, height`,
    [fileNameOf(message.payload.filePath), conversationId, memberId],
  )
  return row ? withFile(message, row) : refuse('NO_DATA', { field: 'message.payload.filePath' })
}

/** A message of the desk's: it may show what any of the staff brought, in every conversation. */
export async function checkStaffFiles(queries: Queries, message: KnownMessage): Promise<Claimed> {
  if (message.message_type === 'media') {
    const [row] = await queries.query<FileRow>(
      'select file_type, width, height from chat_file where name = $1 and staff_id is not null',
      [fileNameOf(message.payload.filePath)],
    )
    return row ? withFile(message, row) : refuse('NO_DATA', { field: 'message.payload.filePath' })
  }
  if (message.message_type !== 'generic') return message
  for (const { image_url: picture } of message.payload.elements) {
    const name = fileNameOf(picture ?? '')
    if (name === null) continue
    const [row] = await queries.query(
      `select 1 from chat_file where name = $1 and staff_id is not null and file_type = 'image'`,
      [name],
    )
    if (!row) return refuse('NO_DATA', { field: 'message.payload.elements' })
  }
  return message
}
