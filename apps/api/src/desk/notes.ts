import type { DeskNote } from '@kapao/contract/desk-tools'
import type { Queries } from '../database.ts'

interface NoteRow {
  readonly publicId: string
  readonly body: string
  readonly createdAt: Date
  readonly conversationId: string
  readonly staffId: string
  readonly displayName: string
}

/** Notes of one conversation, or one note: newest first. */
export async function readNotes(
  queries: Queries,
  which: { readonly conversationId: bigint } | { readonly noteId: bigint },
): Promise<{ readonly conversationId: string; readonly note: DeskNote }[]> {
  const isOne = 'noteId' in which
  const rows = await queries.query<NoteRow>(
    `select n.public_id, n.body, n.created_at, c.public_id as conversation_id, s.public_id as staff_id, s.display_name
     from chat_note n join chat_conversation c on c.id = n.conversation_id join staff s on s.id = n.staff_id
     where ${isOne ? 'n.id' : 'n.conversation_id'} = $1 order by n.id desc limit 100`,
    [isOne ? which.noteId : which.conversationId],
  )
  return rows.map((row) => ({
    conversationId: row.conversationId,
    note: {
      noteId: row.publicId,
      text: row.body,
      staff: { staffId: row.staffId, displayName: row.displayName },
      createdAt: row.createdAt.toISOString(),
    },
  }))
}
