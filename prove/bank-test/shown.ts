// What each member is shown when all is quiet: the wallet, the games, and every page of the statement, by the wallet's own calls.
import { setTimeout as sleep } from 'node:timers/promises'
import { fromWire } from '@kapao/money/minor'
import { GAMES, type GameCode, type Player, type World } from './players.ts'
import { at, demand, listAt } from './wire.ts'

export interface ShownLine {
  readonly type: string
  readonly status: string
  readonly from: string
  readonly to: string
  /** Null when it is no amount. */
  readonly amount: bigint | null
}
export interface Shown {
  readonly member: string
  readonly wallet: bigint | null
  /** In credits' hundredths. */
  readonly credits: ReadonlyMap<GameCode, bigint | null>
  readonly lines: readonly ShownLine[]
  /** How many lines the statement says that it has. */
  readonly total: number
}

/** The most that a page may have. */
const PAGE = 100
const ASKED_AGAIN_AFTER_MS = 1_000

function amountIn(value: unknown): bigint | null {
  return typeof value === 'number' ? fromWire(value) : null
}

/** "Check balance": a wallet shows what the games last said. Answers those that have said nothing by `deadline`. */
export async function refreshGames(
  { apiUrl }: World,
  { token, phone }: Player,
  deadline: number,
): Promise<readonly string[]> {
  for (;;) {
    const answer = await demand(`${apiUrl}/api/wallet/refresh/slot`, 'GET', { token })
    const silent = listAt(answer, 'failed').map((code) => `${phone} at ${String(code)}`)
    if (silent.length === 0 || Date.now() > deadline) return silent
    await sleep(ASKED_AGAIN_AFTER_MS)
  }
}

async function readStatement({ apiUrl }: World, { token }: Player): Promise<Pick<Shown, 'lines' | 'total'>> {
  const lines: ShownLine[] = []
  for (let page = 1; ; page += 1) {
    const body = { page, limit: PAGE }
    const answer = await demand(`${apiUrl}/api/statement`, 'POST', { token, body })
    const rows = listAt(answer, 'statements')
    lines.push(
      ...rows.map((row) => ({
        type: String(at(row, 'statementType')),
        status: String(at(row, 'status')),
        from: String(at(row, 'from')),
        to: String(at(row, 'to')),
        amount: amountIn(at(row, 'amount')),
      })),
    )
    if (rows.length < PAGE) return { lines, total: Number(at(answer, 'total')) }
  }
}

export async function readShown(world: World, player: Player): Promise<Shown> {
  const wallet = await demand(`${world.apiUrl}/api/wallet`, 'GET', { token: player.token })
  const slots = new Map(listAt(wallet, 'slots').map((slot) => [at(slot, 'code'), at(slot, 'amount')]))
  return {
    member: player.phone,
    wallet: amountIn(at(wallet, 'wallet', 'amount')),
    credits: new Map(GAMES.map((game) => [game, amountIn(slots.get(game))])),
    ...(await readStatement(world, player)),
  }
}
