import type { Queries } from '../database/database.ts'
import type { Stretch } from './message-row.ts'

/** Enough to know again what was delivered in the last minutes, however busy they were. */
const REMEMBERED = 20_000
/** Ids of messages that were written at the same time become visible out of order: so far a look back reaches. */
const LOOK_BACK = 2_000n
/** New ones besides, whatever of the look back is known already. */
const MOST_NEW = 1_000n
/** Of a conversation that this process has not seen yet: two messages at its start may be told in either order. */
const UNSEEN_SEQS = 20

interface Taken {
  readonly id: bigint
  readonly conversationId: bigint
  readonly seq: number
}

function forgetOldest(kept: Set<bigint> | Map<bigint, number>): void {
  if (kept.size <= REMEMBERED) return
  const [oldest] = kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
}

/** Which messages this process has handed to its sockets, so that none is handed over twice, whichever way it was found. */
export class Delivered {
  private readonly ids = new Set<bigint>()
  /** How far each conversation has been delivered. */
  private readonly seqs = new Map<bigint, number>()
  /** What was there before this process: whoever connects to it fetches that. */
  private readonly floor: bigint
  private latest: bigint

  constructor(floor: bigint) {
    this.floor = floor
    this.latest = floor
  }

  /** Whether it is new; from then on it is not. */
  take({ id, conversationId, seq }: Taken): boolean {
    if (id <= this.floor || this.ids.has(id)) return false
    this.ids.add(id)
    const known = this.seqs.get(conversationId) ?? 0
    this.seqs.delete(conversationId)
    this.seqs.set(conversationId, Math.max(seq, known))
    if (id > this.latest) this.latest = id
    forgetOldest(this.ids)
    forgetOldest(this.seqs)
    return true
  }

  /** What is to be delivered when a conversation has grown to a seq: all after the last, so that none overtakes another. */
  stretchTo(conversationId: bigint, seq: number): Stretch {
    const last = this.seqs.get(conversationId) ?? Math.max(0, seq - UNSEEN_SEQS)
    return { conversationId, from: last + 1, to: seq }
  }

  /** Messages of the last minutes that nobody told us of. */
  async findMissed(queries: Queries): Promise<Stretch[]> {
    const from = this.latest - LOOK_BACK > this.floor ? this.latest - LOOK_BACK : this.floor
    const rows = await queries.query<{ id: bigint; conversationId: bigint; seq: number }>(
      `select id, conversation_id, seq from chat_message where id > $1 and created_at > now() - interval '2 minutes'
       order by id limit $2`,
      [from, LOOK_BACK + MOST_NEW],
    )
    return rows
      .filter((row) => !this.ids.has(row.id))
      .map(({ conversationId, seq }) => ({ conversationId, from: seq, to: seq }))
  }
}
