import type { Database } from '../database/database.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { ListPage } from '../gateways/outcome.ts'
import type { Operator } from '../operator/operator.ts'
import type { Difference } from './difference.ts'

/** What a comparison with the outside world works with, and what it finds. */
export interface Comparing {
  readonly database: Database
  readonly operator: Operator
  readonly gateways: Gateways
  /** Ours from before then were compared before; null: everything. */
  readonly since: Date | null
  /** When this one began, to the microsecond: what of ours ended later is the next one's. What the lists name is marked under it (named-outside.ts). */
  readonly begunAt: string
  /** From where the outside's lists are read, by name; where they ended is put in `reached`. */
  readonly cursors: Readonly<Record<string, string>>
  readonly reached: Record<string, string>
  readonly differences: Difference[]
  /** How many were looked at, by what they are. */
  readonly compared: Record<string, number>
  /** What could not be looked at, and why. */
  unseen: Record<string, string>
  /** Resolves when what is just arriving has had its time to arrive. */
  readonly settle: () => Promise<unknown>
}

export function count(comparing: Comparing, what: string, many = 1): void {
  comparing.compared[what] = (comparing.compared[what] ?? 0) + many
}

/** A page of a list, of which some may be there that nobody can read. */
type ReadPage<Item> =
  | ListPage<Item>
  | { readonly items: readonly Item[]; readonly cursor: string; readonly unreadable: number }

/** Reads a list from where this comparison begins to its end; null when it could not be read. 'none' when there is no such list. */
export async function readAll<Item>(
  comparing: Comparing,
  name: string,
  read: (cursor: string) => Promise<ReadPage<Item>>,
  use: (items: readonly Item[]) => Promise<void>,
): Promise<'read' | 'none' | null> {
  let cursor = comparing.cursors[name] ?? '0'
  for (;;) {
    const page = await read(cursor)
    if (page === 'none') return 'none'
    if (page === null) {
      comparing.unseen[name] = 'did not answer'
      return null
    }
    await use(page.items)
    comparing.reached[name] = page.cursor
    const isEmpty = page.items.length === 0 && !('unreadable' in page && page.unreadable > 0)
    if (isEmpty || page.cursor === cursor) return 'read'
    cursor = page.cursor
  }
}

/**
 * What nobody here uses any more and does not answer either is a difference, which somebody may settle: as unseen, every night would wait for an answer that
 * will never come.
 */
export function tellGone(comparing: Comparing, name: string, ours: string): void {
  const { [name]: theirs, ...unseen } = comparing.unseen
  if (theirs === undefined) return
  comparing.unseen = unseen
  comparing.differences.push({ kind: 'gone', subject: name, ours, theirs })
}

const AT_ONCE = 8

/** Does the work for each, a few at once: what is asked one by one is asked gently. */
export async function forEachGently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const hand = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, hand))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The ids that may be ours at all. */
export function uuidsOf(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => UUID.test(id))
}
