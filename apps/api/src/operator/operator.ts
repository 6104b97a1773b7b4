import { parseRatio, type Ratio } from '@kapao/money/ratio'
import { type Database, isOutage, type Queries } from '../database/database.ts'
import { faultOfBiller } from '../deposit/qr-payload.ts'
import { type Offers, readOffers } from './offers.ts'
import { readSettings, type Settings } from './settings.ts'
import { readWheel, type Wheel } from './wheel.ts'

export interface Bank {
  readonly code: string
  readonly nameTh: string
  readonly nameEn: string
  readonly nameLa: string | null
  readonly accountDigits: number | null
}

export interface OperatorAccount {
  readonly id: bigint
  readonly purpose: 'deposit' | 'payout' | 'qr'
  readonly bankCode: string
  readonly bankType: 'BANK' | 'QR'
  /** 'AUTO', or what the operator wrote for those whose money is credited by hand. */
  readonly mode: string
  readonly accountName: string
  readonly accountNo: string
  readonly currency: string
  readonly qrProvider: string | null
  readonly billerId: string | null
  /** Whether anybody is led to it. Money that comes to it is found either way. */
  readonly isOffered: boolean
}

export interface OperatorWallet {
  readonly accountName: string
  readonly accountNo: string
  readonly mode: string
}

export interface Game {
  readonly code: string
  readonly name: string
  readonly category: 'slot' | 'sport' | 'casino' | 'lotto'
  readonly logo: string
  readonly background: string
  /** By currency, those that the operator gave and that can be read: in another the game is not to be had. */
  readonly ratios: ReadonlyMap<string, Ratio>
  readonly web: string | null
  readonly android: string | null
  readonly ios: string | null
  readonly hasFormLogin: boolean
  readonly isEnabled: boolean
}

export interface Source {
  readonly code: string
  readonly description: string
}

/** All that the operator decides, as of now. */
export interface OperatorState extends Settings, Offers {
  readonly banks: ReadonlyMap<string, Bank>
  readonly sources: readonly Source[]
  readonly accounts: readonly OperatorAccount[]
  readonly wallets: readonly OperatorWallet[]
  /** The games that are switched on. */
  readonly games: ReadonlyMap<string, Game>
  /** All games: money may still be in one that was switched off, or on its way there. */
  readonly allGames: ReadonlyMap<string, Game>
  /** The wheel that can be spun now; null when there is none, or it is switched off. */
  readonly wheel: Wheel | null
}

/** The operator's settings, kept in memory and read again whenever they change in the database. */
export interface Operator {
  current(): OperatorState
  /** How much of what stands in the tables could not be read the last time; 0 when all is as the operator wrote it. */
  unread(): number
  reload(): Promise<void>
  /** Calls `listener` whenever they were read again, also when nothing is different. */
  onChange(listener: () => void): void
}

type GameRow = Omit<Game, 'ratios'> & { readonly ratios: unknown }

/** However the operator writes it, it is one word to all who read it: what is offered as automatic is credited so. */
function readMode<Row extends { readonly mode: string }>(row: Row): Row {
  return row.mode.toUpperCase() === 'AUTO' ? { ...row, mode: 'AUTO' } : row
}

/** A QR account that no code can be written for, or that has no least amount, is not offered; only the first is a mistake that is told. */
function readAccount(
  row: OperatorAccount,
  { qrMin }: Pick<Settings, 'qrMin'>,
  onProblem: (problem: Error) => void,
): OperatorAccount {
  if (row.purpose !== 'qr' || !row.isOffered) return row
  const fault = faultOfBiller(row)
  if (fault !== null) onProblem(new Error(`operator account ${row.id} is not offered: ${fault}`))
  const hasLeast = qrMin[row.qrProvider ?? '']?.[row.currency] !== undefined
  return { ...row, isOffered: fault === null && hasLeast }
}

/** A currency without a ratio that can be read is told to `onProblem`: its members see the other games, and not this one. */
function readGame(row: GameRow, currencies: readonly string[], onProblem: (problem: Error) => void): Game {
  const ratios = new Map<string, Ratio>()
  for (const [currency, text] of Object.entries(row.ratios ?? {})) {
    const ratio = parseRatio(String(text))
    if (ratio !== null) ratios.set(currency, ratio)
  }
  const lacking = row.isEnabled ? currencies.filter((currency) => !ratios.has(currency)) : []
  if (lacking.length > 0)
    onProblem(new Error(`game ${row.code} is not shown: no ratio for ${lacking.join(', ')}`))
  return { ...row, ratios }
}

async function readState(queries: Queries, onProblem: (problem: Error) => void): Promise<OperatorState> {
  const rows = await queries.query<{ name: string; value: unknown }>(
    'select name, value from operator_setting',
  )
  const settings = readSettings(new Map(rows.map((row) => [row.name, row.value])))
  const wheel = settings.wheelActive ? await readWheel(queries, settings.currencies, onProblem) : null
  const banks = await queries.query<Bank>(
    'select code, name_th, name_en, name_la, account_digits from bank order by position',
  )
  const sources = await queries.query<Source>(
    'select code, description from registration_source order by position',
  )
  const accountRows = await queries.query<OperatorAccount>(
    `select id, purpose, bank_code, bank_type, mode, account_name, account_no, currency, qr_provider, biller_id, is_offered
     from operator_account order by position`,
  )
  const accounts = accountRows.map((row) => readAccount(readMode(row), settings, onProblem))
  const walletRows = await queries.query<OperatorWallet>(
    'select account_name, account_no, mode from operator_wallet order by position',
  )
  const gameRows = await queries.query<GameRow>(
    `select code, name, category, logo, background, ratios, web, android, ios, has_form_login, is_enabled
     from game order by position`,
  )
  const games = gameRows.map((row) => readGame(row, settings.currencies, onProblem))
  return {
    ...settings,
    wheel,
    ...(await readOffers(queries, onProblem)),
    banks: new Map(banks.map((bank) => [bank.code, bank])),
    sources,
    accounts,
    wallets: walletRows.map(readMode),
    allGames: new Map(games.map((game) => [game.code, game])),
    games: new Map(games.filter((game) => game.isEnabled).map((game) => [game.code, game])),
  }
}

/** How long until settings that the database could not be asked for are asked for again. */
const READ_AGAIN_MS = 5_000

export async function openOperator(
  database: Database,
  onError: (error: unknown) => void,
  readAgainMs = READ_AGAIN_MS,
): Promise<Operator> {
  let unread = 0
  async function read(): Promise<OperatorState> {
    let problems = 0
    const tell = (problem: Error) => {
      problems += 1
      onError(problem)
    }
    try {
      return await readState(database, tell)
    } catch (error) {
      problems += 1
      throw error
    } finally {
      unread = problems
    }
  }
  // Before the first read: of what is changed between the two nobody would tell again.
  let isChangedMeanwhile = false
  let heard = () => {
    isChangedMeanwhile = true
  }
  await database.listen('operator_change', () => heard())
  let state = await read()
  const listeners: (() => void)[] = []
  let latestRead: Promise<void> = Promise.resolve()
  // One after the other: an earlier, slower read must not put old settings over newer ones.
  function reload(): Promise<void> {
    const readNext = async () => {
      state = await read()
      for (const listener of listeners) listener()
    }
    latestRead = latestRead.then(readNext, readNext)
    return latestRead
  }
  let again: NodeJS.Timeout | undefined
  // A read that fails leaves the last good settings standing. What makes no sense is read again when it is changed; what could not be had (a
  // database with too much to do) soon, since nobody would tell of that change a second time.
  function follow(): void {
    clearTimeout(again)
    reload().catch((error: unknown) => {
      onError(error)
      clearTimeout(again)
      if (isOutage(error)) again = setTimeout(follow, readAgainMs).unref()
    })
  }
  heard = follow
  if (isChangedMeanwhile) follow()
  return {
    current: () => state,
    unread: () => unread,
    reload,
    onChange(listener) {
      listeners.push(listener)
    },
  }
}
