import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerAccount, sendOtp, verifyOtp } from '@kapao/contract/account'
import type { AnswerOf, Call } from '@kapao/contract/call'
import { toJson } from '@kapao/contract/json'
import { login } from '@kapao/contract/login'
import type { Minor } from '@kapao/money/minor'
import { createTestDatabase } from '../../../scripts/test-database.ts'
import { type Database, openDatabase } from '../src/database/database.ts'
import { inDeposit } from '../src/deposit/ask-games.ts'
import { creditEvent } from '../src/deposit/credit.ts'
import { pollFeed } from '../src/deposit/poll-feed.ts'
import { type Config, readConfig } from '../src/environment/config.ts'
import { openDiskStore } from '../src/files/disk-store.ts'
import type { FileStore } from '../src/files/file-store.ts'
import { askDoubtful } from '../src/games/ask-doubtful.ts'
import { checkTransfersDue } from '../src/games/check-transfers.ts'
import type { FeedEvent } from '../src/gateways/bank.ts'
import { buildApp } from '../src/http/app.ts'
import { openLogger } from '../src/http/logger.ts'
import { type Operator, openOperator } from '../src/operator/operator.ts'
import { checkSlipsDue } from '../src/slip/check-slips.ts'
import { openQrReader, type QrReader } from '../src/slip/qr-reader.ts'
import { checkVouchersDue } from '../src/truelink/check-vouchers.ts'
import { payOutDue } from '../src/withdraw/pay-out.ts'
import { parseDecimal } from './amounts.ts'
import { type Answered, type Asking, readAnswer } from './asking.ts'
import { FakeGateways } from './fake-gateways.ts'
import { makeDue } from './make-due.ts'
import { makeMember, PASSWORD } from './make-member.ts'
import { proveBooks } from './prove-books.ts'

interface TestBank {
  readonly bankCode: string
  readonly bankAccountNo: string
  readonly bankAccountName: string
}

export interface TestMember extends TestBank {
  readonly id: bigint
  readonly token: string
  readonly phone: string
  readonly password: string
}

export function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}

interface Options {
  /** Takes every line that the server logs; without it nothing is logged. */
  readonly onLogLine?: (line: string) => void
  /** More of the environment that the process reads. */
  readonly environment?: NodeJS.ProcessEnv
  /** As a server does by itself: calls are turned away when too many wait. */
  readonly turnsAway?: boolean
  /** How long a statement waits for a connection: longer than a server's own do, where a test holds them all. */
  readonly connectionTimeoutMs?: number
  /** PostgreSQL's settings for this server's connections. */
  readonly databaseSettings?: Readonly<Record<string, string>>
  /** What the app comes to its database by, made of the owner's address. */
  readonly comeBy?: (ownerUrl: string) => Promise<string>
}

/** The real app on a database of its own, with the outside world in memory. */
export async function startTestServer(
  region: 'th' | 'la' = 'th',
  { onLogLine, environment = {}, turnsAway = false, comeBy, ...asked }: Options = {},
) {
  const testDatabase = await createTestDatabase(region)
  const config = readConfig({
    DATABASE_URL: testDatabase.url,
    KAPAO_REGION: region,
    KAPAO_LOG_LEVEL: onLogLine ? 'trace' : 'silent',
    KAPAO_FILES: await mkdtemp(join(tmpdir(), 'kapao-files-')),
    ...environment,
  })
  const files = openDiskStore(config.filesFolder)
  const url = new URL(comeBy ? await comeBy(testDatabase.url) : testDatabase.url)
  const settings = Object.entries(asked.databaseSettings ?? {}).map(([name, value]) => `-c ${name}=${value}`)
  if (settings.length > 0) url.searchParams.set('options', settings.join(' '))
  const database = openDatabase(url.href, 10, asked.connectionTimeoutMs)
  const logTo = onLogLine && { write: onLogLine }
  const log = openLogger('test', config.logLevel, logTo)
  // A broken setting leaves the last good ones standing; a process only logs it.
  const operator = await openOperator(database, (error) => log.error({ err: error }, 'settings not read'))
  const gateways = new FakeGateways()
  const reader = openQrReader()
  const parts = { config, database, operator, gateways, takesAll: !turnsAway }
  const app = await buildApp({ ...parts, ...(logTo && { logTo }) })
  async function stop(): Promise<void> {
    await app.close()
    await reader.close()
    await database.close()
    await testDatabase.drop()
    await rm(config.filesFolder, { recursive: true, force: true })
  }
  return new TestServer({ app, config, database, operator, gateways, files, reader, log, stop })
}

interface Parts {
  readonly app: Awaited<ReturnType<typeof buildApp>>
  readonly config: Config
  readonly database: Database
  readonly operator: Operator
  readonly gateways: FakeGateways
  readonly files: FileStore
  readonly reader: QrReader
  readonly log: ReturnType<typeof openLogger>
  readonly stop: () => Promise<void>
}

export class TestServer {
  readonly app: Parts['app']
  readonly config: Config
  readonly database: Database
  readonly operator: Operator
  readonly gateways: FakeGateways
  readonly files: FileStore
  readonly reader: QrReader
  readonly log: Parts['log']
  readonly stop: Parts['stop']

  constructor(parts: Parts) {
    this.app = parts.app
    this.config = parts.config
    this.database = parts.database
    this.operator = parts.operator
    this.gateways = parts.gateways
    this.files = parts.files
    this.reader = parts.reader
    this.log = parts.log
    this.stop = parts.stop
  }

  /** Changes a setting of the operator's. */
  async set(name: string, value: unknown): Promise<void> {
    await this.database.query('update operator_setting set value = $2 where name = $1', [
      name,
      JSON.stringify(value),
    ])
    await this.operator.reload()
  }

  /** Makes a call as a client would, and holds every answer against the contract. */
  async ask<C extends Call>(
    call: C,
    { params, body, token, key, headers }: Asking<C> = {},
  ): Promise<Answered<C>> {
    const path = call.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
      encodeURIComponent(String(params ? Reflect.get(params, name) : '')),
    )
    const response = await this.app.inject({
      method: call.method,
      url: `/api${path}`,
      headers: {
        'x-requested-with': 'kapao',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : toJson(body) }),
    })
    return readAnswer(call, response)
  }

  /** As ask, for calls that the test takes for granted: a refusal fails it. */
  async give<C extends Call>(call: C, asking: Asking<C> = {}): Promise<AnswerOf<C>> {
    const answered = await this.ask(call, asking)
    if (!answered.ok) throw new Error(`${call.path} refused with ${answered.message}`)
    return answered.answer
  }

  /** A fresh member, who is simply there: how they came is not what most tests ask about, and would cost more than all that they do. */
  async member(overrides: Partial<TestBank> & { readonly currency?: string } = {}): Promise<TestMember> {
    const { currency = this.operator.current().currencies[0], ...ofBank } = overrides
    if (currency === undefined) throw new Error('the region has no currency')
    const [phone, bank] = [this.newPhone(), { ...this.#newBank(), ...ofBank }]
    const made = await makeMember(this.database, { phone, ...bank, currency })
    return { ...made, phone, password: PASSWORD, ...bank }
  }

  /** Registers one the way a player does: code by text message, account, log-in. */
  async registeredMember(): Promise<TestMember> {
    const [phone, bank] = [await this.verifiedPhone(), this.#newBank()]
    const account = { username: phone, password: PASSWORD }
    await this.give(registerAccount, { body: { name: 'Test Player', ...account, ...bank } })
    const { token } = await this.give(login, { body: account })
    const [row] = await this.database.query<{ id: bigint }>('select id from member where username = $1', [
      phone,
    ])
    if (!row) throw new Error('member was not registered')
    return { id: row.id, token, phone, password: PASSWORD, ...bank }
  }

  #newBank(): TestBank {
    const bankAccountName = 'TEST PLAYER'
    return this.config.region === 'la'
      ? { bankCode: 'BCEL', bankAccountName, bankAccountNo: randomDigits(18) }
      : { bankCode: 'SCB', bankAccountName, bankAccountNo: `9${randomDigits(9)}` }
  }

  /** A phone that no member has, in the region's form. */
  newPhone(): string {
    return this.config.region === 'la' ? `0205${randomDigits(7)}` : `08${randomDigits(8)}`
  }

  /** A new phone that has answered its code. */
  async verifiedPhone(): Promise<string> {
    const phone = this.newPhone()
    const { otpToken } = await this.give(sendOtp, { body: { phoneNumber: phone } })
    await this.give(verifyOtp, { body: { otpToken, otpCode: this.lastOtp(phone) } })
    return phone
  }

  lastOtp(phone: string): string {
    const message = this.gateways.sent.findLast((one) => one.to === phone)
    const code = /\d{6}/.exec(message?.text ?? '')?.[0]
    if (!code) throw new Error(`no code was sent to ${phone}`)
    return code
  }

  /** The event of a member's bank transfer into the operator's AUTO account. */
  transferEvent(member: TestMember, amount: string, overrides: Partial<FeedEvent> = {}): FeedEvent {
    const account = this.operator
      .current()
      .accounts.find((one) => one.purpose === 'deposit' && one.mode === 'AUTO')
    if (!account) throw new Error('the region has no AUTO account')
    return {
      transRef: `T${randomUUID()}`,
      type: 'transfer',
      from: {
        bankCode: member.bankCode,
        bankAccountNo: member.bankAccountNo,
        bankAccountName: member.bankAccountName,
      },
      to: { bankCode: account.bankCode, bankAccountNo: account.accountNo },
      amount: parseDecimal(amount),
      currency: account.currency,
      reference: null,
      at: new Date().toISOString(),
      ...overrides,
    }
  }

  /** What the worker's turns need, but for the slips'. */
  get #work() {
    const { database, operator, log, gateways } = this
    const { providers, bank, vouchers } = gateways
    return { database, operator, log, providers, bank, vouchers, sealKeys: this.config.sealKeys }
  }

  /** Credits it as when the bank's message comes. */
  async credit(event: FeedEvent) {
    return inDeposit(this.#work, (tx) => creditEvent(tx, this.operator.current(), event, 'webhook'))
  }

  /** Pays money into a member's wallet from their own bank account. */
  async payIn(member: TestMember, amount: string): Promise<void> {
    const result = await this.credit(this.transferEvent(member, amount))
    if (result !== 'credited') throw new Error(`deposit was ${result}`)
  }

  /** One turn of each of the worker's loops, with everything made due. */
  async work(): Promise<void> {
    await makeDue(this.database, 'game_transfer', 'next_check_at', "state = 'open'")
    await makeDue(this.database, 'withdrawal', 'next_try_at', "state in ('held', 'sent')")
    await checkTransfersDue(this.#work)
    await askDoubtful(this.#work)
    await payOutDue(this.database, this.gateways.bank, this.log)
    await pollFeed(this.#work)
    await this.judgeSlips()
    await makeDue(this.database, 'voucher_redemption', 'next_check_at', "state = 'open'")
    await checkVouchersDue(this.#work)
  }

  /** Judges every slip that waits, now. */
  async judgeSlips(reader = this.reader): Promise<void> {
    const work = { ...this.#work, files: this.files, reader }
    await makeDue(this.database, 'slip', 'next_check_at', "state = 'waiting'")
    while ((await checkSlipsDue(work)) > 0);
  }

  async balance(member: TestMember, kind: 'wallet' | 'hold' = 'wallet'): Promise<Minor> {
    const [row] = await this.database.query<{ balanceMinor: Minor }>(
      'select balance_minor from ledger_account where member_id = $1 and kind = $2',
      [member.id, kind],
    )
    if (!row) throw new Error('member has no such account')
    return row.balanceMinor
  }

  proveBooks(): Promise<void> {
    return proveBooks(this.database)
  }
}
