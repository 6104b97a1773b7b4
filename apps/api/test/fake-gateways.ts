import { add, fromMinorUnits, type Minor, subtract, ZERO } from '@kapao/money/minor'
import type { Ended, GameProvider, Moved, ToldBalance, TransferOrder } from '../src/gateways/game-provider.ts'
import type { Gateways } from '../src/gateways/gateways.ts'
import type { Outcome, Standing } from '../src/gateways/outcome.ts'
import { FakeBank } from './fake-bank.ts'
import { FakeIssuer } from './fake-issuer.ts'

/** How the next transfers at a game go: as asked, or in one of the ways real providers fail. */
export type TransferScript =
  | 'ok'
  | 'refuse'
  | 'insufficient'
  | 'lost-before'
  | 'lost-after'
  | 'lost-then-late'
  | 'half'
  | 'more'

/** What a game that counts otherwise makes of an order. */
function creditsMoved(script: TransferScript, asked: bigint): bigint {
  if (script === 'half') return asked / 2n
  return script === 'more' ? asked + 50n : asked
}

interface DoneTransfer {
  readonly order: TransferOrder
  readonly outcome: Outcome<Moved>
  /** Status calls that still answer "never heard of it". */
  hiddenFor: number
  /** Status calls that still answer "at it". */
  pendingFor: number
}

const CANCELLED = { kind: 'refused', reason: 'CANCELLED' } as const

/** A game provider in memory: it keeps balances and transfers as a real one does, and fails as it is told. */
export class FakeProvider implements GameProvider {
  readonly balances = new Map<string, Minor>()
  readonly passwords = new Map<string, string>()
  readonly transfers = new Map<string, DoneTransfer>()
  script: TransferScript = 'ok'
  /** Picks the script of each transfer instead, for a provider that fails at random. */
  pickScript: (() => TransferScript) | null = null
  isDown = false
  /** Whether it has the call that ends a transfer. */
  cancels = false
  private readonly cancelled = new Set<string>()
  /** One may leave out what is there after a transfer. */
  tellsBalance = true
  /** Whether it tells with a balance which transfer is the last that it counts. */
  tellsLast = false
  private readonly lasts = new Map<string, string>()
  refusesAccounts = false
  /** So many accounts are opened without their answer being heard. */
  forgetsAnswers = 0
  beforeBalance: (() => Promise<void>) | null = null
  beforeTransfer: (() => Promise<void>) | null = null
  /** Settles when the account call that holdNextAccount holds has been made. */
  held: Promise<void> = Promise.resolve()
  private beforeAccountAnswer: (() => Promise<void>) | null = null

  async createAccount(username: string, password: string) {
    if (this.isDown) return { kind: 'unknown', reason: 'down' } as const
    if (this.refusesAccounts) return { kind: 'refused', reason: 'REFUSED' } as const
    if (this.balances.has(username)) return { kind: 'exists' } as const
    this.balances.set(username, ZERO)
    this.passwords.set(username, password)
    const hold = this.beforeAccountAnswer
    this.beforeAccountAnswer = null
    await hold?.()
    if (this.forgetsAnswers > 0) {
      this.forgetsAnswers -= 1
      return { kind: 'unknown', reason: 'TimeoutError' } as const
    }
    return { kind: 'confirmed' } as const
  }

  /** The next account is opened at once, but its answer comes only when the returned function is called. */
  holdNextAccount(): () => void {
    const opened = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    this.held = opened.promise
    this.beforeAccountAnswer = () => {
      opened.resolve()
      return released.promise
    }
    return released.resolve
  }

  async setPassword(username: string, password: string) {
    if (this.isDown) return { kind: 'unknown', reason: 'down' } as const
    if (!this.balances.has(username)) return { kind: 'refused', reason: 'NOT_FOUND' } as const
    this.passwords.set(username, password)
    return { kind: 'confirmed' } as const
  }

  async balance(username: string): Promise<ToldBalance | null> {
    await this.beforeBalance?.()
    const credits = this.balances.get(username)
    if (this.isDown || credits === undefined) return null
    return { credits, after: this.tellsLast ? (this.lasts.get(username) ?? null) : null }
  }

  /** From now on it does as it is asked and tells all it knows. */
  heal(): void {
    this.pickScript = null
    this.script = 'ok'
    for (const done of this.transfers.values()) {
      done.hiddenFor = 0
      done.pendingFor = 0
    }
  }

  /** The player wins or loses that many hundredths of a credit. */
  play(username: string, credits: bigint): void {
    this.balances.set(username, add(this.balances.get(username) ?? ZERO, fromMinorUnits(credits)))
  }

  private apply(order: TransferOrder, credits: Minor): Outcome<Moved> {
    const before = this.balances.get(order.username) ?? ZERO
    if (order.type === 'withdraw' && before < credits) return { kind: 'refused', reason: 'INSUFFICIENT' }
    const after = order.type === 'deposit' ? add(before, credits) : subtract(before, credits)
    this.balances.set(order.username, after)
    this.lasts.set(order.username, order.transferId)
    return { kind: 'confirmed', credits, balance: this.tellsBalance ? after : null }
  }

  async transfer(order: TransferOrder): Promise<Outcome<Moved>> {
    await this.beforeTransfer?.()
    const known = this.transfers.get(order.transferId)
    if (known) return known.outcome
    if (this.cancelled.has(order.transferId)) return CANCELLED
    const script = this.pickScript?.() ?? this.script
    if (this.isDown || script === 'lost-before') return { kind: 'unknown', reason: 'TimeoutError' }
    if (script === 'refuse') return { kind: 'refused', reason: 'REFUSED' }
    if (script === 'insufficient') return { kind: 'refused', reason: 'INSUFFICIENT' }
    const credits = fromMinorUnits(creditsMoved(script, order.credits))
    const outcome = this.apply(order, credits)
    const isLate = script === 'lost-then-late'
    this.transfers.set(order.transferId, {
      order,
      outcome,
      hiddenFor: isLate ? 2 : 0,
      pendingFor: this.pickScript && script === 'lost-after' ? 2 : 0,
    })
    return isLate || script === 'lost-after' ? { kind: 'unknown', reason: 'TimeoutError' } : outcome
  }

  async transferStanding(transferId: string): Promise<Standing<Moved>> {
    if (this.isDown) return { kind: 'unknown', reason: 'down' }
    const known = this.transfers.get(transferId)
    if (known && known.pendingFor > 0) {
      known.pendingFor -= 1
      return { kind: 'pending' }
    }
    // A provider that lost the answer does not find it for the asker at once either: the worker has to.
    if (known && (this.script === 'lost-after' || known.hiddenFor > 0)) {
      known.hiddenFor -= 1
      return this.script === 'lost-after' ? { kind: 'pending' } : { kind: 'not-found' }
    }
    return known?.outcome ?? (this.cancelled.has(transferId) ? CANCELLED : { kind: 'not-found' })
  }

  async cancelTransfer(transferId: string): Promise<Ended> {
    if (this.isDown || !this.cancels) return { kind: 'unknown', reason: 'NO_CALL' }
    const known = this.transfers.get(transferId)
    if (!known) {
      this.cancelled.add(transferId)
      return CANCELLED
    }
    return known.hiddenFor > 0 || known.pendingFor > 0 ? { kind: 'pending' } : known.outcome
  }

  /** A provider without a list of its own. */
  hasList = true

  async listTransfers(cursor: string) {
    if (this.isDown) return null
    if (!this.hasList) return 'none'
    const all = [...this.transfers].map(([transferId, { order, outcome }]) => ({
      transferId,
      username: order.username,
      type: order.type,
      standing: outcome,
    }))
    return { items: all.slice(Number(cursor)), cursor: String(all.length) }
  }

  async launch(username: string) {
    return !this.isDown && this.balances.has(username) ? `https://games.example/play/${username}` : null
  }

  async loginForm() {
    return { action: 'https://games.example/login', fields: { token: 'form-token' } }
  }
}

export interface SentSms {
  readonly messageId: string
  readonly to: string
  readonly text: string
}

export class FakeGateways implements Gateways {
  readonly bank = new FakeBank()
  readonly vouchers = new FakeIssuer()
  readonly sent: SentSms[] = []
  smsOutcome: 'confirmed' | 'refused' | 'unknown' = 'confirmed'
  private readonly games = new Map<string, FakeProvider>()

  readonly sms = {
    send: async (message: SentSms) => {
      if (this.smsOutcome !== 'confirmed') return { kind: this.smsOutcome, reason: 'as told' } as const
      this.sent.push(message)
      return { kind: 'confirmed' } as const
    },
  }

  game(code: string): FakeProvider {
    const known = this.games.get(code)
    if (known) return known
    const provider = new FakeProvider()
    this.games.set(code, provider)
    return provider
  }

  readonly providers = (code: string) => this.game(code)
}
