import { addNote, type DeskNote, listNotes, NOTE_MAX } from '@kapao/contract/desk-tools'
import { announce } from '../chat/announce.ts'
import { newPublicId } from '../chat/post.ts'
import type { Queries } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { audit } from '../staff/audit.ts'
import { findDeskConversation } from './find-conversation.ts'
import { type DeskContext, mountDesk } from './route.ts'

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

/** What the staff tell each other; no customer's call reads this table. */
export function mountNotes(context: DeskContext): void {
  const { database } = context

  mountDesk(context, listNotes, async ({ params }) => {
    const found = await findDeskConversation(database, params.conversationId)
    if (!found) return refuse('NO_DATA')
    return { notes: (await readNotes(database, { conversationId: found.id })).map((one) => one.note) }
  })

  mountDesk(context, addNote, async ({ params, body, guarded: staff, ip }) => {
    const text = body.text.trim()
    if (text === '' || [...text].length > NOTE_MAX) return refuse('BAD_REQUEST', { field: 'text' })
    const { conversationId } = params
    const found = await findDeskConversation(database, conversationId)
    if (!found) return refuse('NO_DATA')
    const { clientId = null } = body
    const id = await database.transaction(async (tx) => {
      const [row] = await tx.query<{ id: bigint; publicId: string }>(
        `insert into chat_note (public_id, conversation_id, staff_id, body, client_id) values ($1, $2, $3, $4, $5)
         on conflict (conversation_id, staff_id, client_id) where client_id is not null do nothing returning id, public_id`,
        [newPublicId(), found.id, staff.id, text, clientId],
      )
      if (!row) {
        const [first] = await tx.query<{ id: bigint }>(
          'select id from chat_note where conversation_id = $1 and staff_id = $2 and client_id = $3',
          [found.id, staff.id, clientId],
        )
        if (!first) throw new Error('a note was not stored')
        return first.id
      }
      const details = { noteId: row.publicId }
      await audit(tx, { staffId: staff.id, action: 'note-added', conversationId, details, ip })
      await announce(tx, { note: row.id })
      return row.id
    })
    const [written] = await readNotes(database, { noteId: id })
    if (!written) throw new Error('a note that was just stored is not there')
    return { note: written.note }
  })
}
