// The ways in which game providers and banks fail, each switched on in the sandbox, against the real processes: whatever was answered
// at first, it ends right, and the books of all sides agree.
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { Books, toMinor } from './books.ts'
import { Kapao } from './kapao.ts'
import { call, join, type LoggedIn, newcomer, openGame, payIn, walletOf } from './member.ts'
import { Sandbox } from './sandbox.ts'

// The outside world runs ten times as fast: what hangs for half a minute there hangs for three seconds here.
const TIME_SCALE = '0.1'

let kapao: Kapao
let sandbox: Sandbox
let books: Books

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  kapao = await Kapao.start('th', { KAPAO_SANDBOX_TIME_SCALE: TIME_SCALE })
  sandbox = new Sandbox(kapao.addresses.sandboxUrl)
  books = await Books.open(kapao)
})
test.afterEach(async () => {
  await sandbox.clearFaults()
})
test.afterAll(async () => {
  await books?.close()
  await kapao?.stop()
})

interface Row {
  readonly statementType: string
  readonly status: string
  readonly amount: number
}

async function newestRow(member: LoggedIn): Promise<Row | undefined> {
  const { statements } = await call<{ statements: Row[] }>(kapao, 'POST', '/statement', {
    token: member.token,
    body: { page: 1, limit: 1 },
  })
  return statements[0]
}

/** What a movement of money answers: the code of a refusal, or how far a success has come. */
async function answerTo(member: LoggedIn, path: string, body: object): Promise<string> {
  const response = await fetch(`${kapao.addresses.url}/api${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${member.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-requested-with': 'kapao',
    },
    body: JSON.stringify(body),
  })
  const answer: { message: string; status?: string } = JSON.parse(await response.text())
  return answer.status ?? answer.message
}

const AT_ONCE = ['SUCCESS']
const REFUSED = ['TRANSFER_FAIL']
const KNOWN_OR_NOT = ['SUCCESS', 'IN_PROGRESS']

interface Failure {
  readonly fault: string
  /** The game cannot be told to refuse what has not come to it: the money is held for minutes. */
  readonly isHeld?: true
  readonly way: 'in' | 'out'
  /** What the player may be told at first. */
  readonly answers: readonly string[]
  readonly status: 'SUCCESS' | 'FAILED'
  /** In the end, of 700 in the wallet and 300 credits in the game, after 100 were to move. */
  readonly wallet: number
  readonly game: number
}

function neverArrived(way: Failure['way']): readonly Failure[] {
  const failure = { fault: 'timeout-before', way, answers: ['IN_PROGRESS'], status: 'FAILED' } as const
  const left = { wallet: 700, game: 300 }
  return [
    { ...failure, ...left },
    { ...failure, ...left, isHeld: true },
  ]
}

const failures: readonly Failure[] = [
  { fault: 'refuse', way: 'in', answers: REFUSED, status: 'FAILED', wallet: 700, game: 300 },
  ...neverArrived('in'),
  { fault: 'timeout-after', way: 'in', answers: KNOWN_OR_NOT, status: 'SUCCESS', wallet: 600, game: 400 },
  { fault: 'error-after', way: 'in', answers: KNOWN_OR_NOT, status: 'SUCCESS', wallet: 600, game: 400 },
  { fault: 'duplicate-id', way: 'in', answers: KNOWN_OR_NOT, status: 'SUCCESS', wallet: 600, game: 400 },
  { fault: 'late-status', way: 'in', answers: KNOWN_OR_NOT, status: 'SUCCESS', wallet: 600, game: 400 },
  { fault: 'slow', way: 'in', answers: KNOWN_OR_NOT, status: 'SUCCESS', wallet: 600, game: 400 },
  { fault: 'wrong-ratio', way: 'in', answers: AT_ONCE, status: 'SUCCESS', wallet: 690, game: 310 },
  { fault: 'maintenance', way: 'in', answers: ['IN_PROGRESS'], status: 'FAILED', wallet: 700, game: 300 },
  { fault: 'timeout-after', way: 'out', answers: KNOWN_OR_NOT, status: 'SUCCESS', wallet: 800, game: 200 },
  ...neverArrived('out'),
  { fault: 'round-open', way: 'out', answers: REFUSED, status: 'FAILED', wallet: 700, game: 300 },
  { fault: 'locked-funds', way: 'out', answers: REFUSED, status: 'FAILED', wallet: 700, game: 300 },
  { fault: 'partial', way: 'out', answers: AT_ONCE, status: 'SUCCESS', wallet: 750, game: 250 },
]

test.describe('a game provider that fails', () => {
  for (const { fault, isHeld, way, answers, status, wallet, game } of failures) {
    const how = isHeld ? `${fault} and having no call to cancel` : fault
    test(`by ${how}, money going ${way}, ends right`, async () => {
      const member = await join(kapao, newcomer())
      await payIn(kapao, member, 1000)
      const username = await openGame(kapao, member, 'PG')
      expect(await answerTo(member, '/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 300 })).toBe(
        'SUCCESS',
      )

      await sandbox.setFault('game:PG', fault, 1)
      if (isHeld) await sandbox.setFault('game:PG', 'no-cancel')
      const [from, to] = way === 'in' ? ['WALLET', 'PG'] : ['PG', 'WALLET']
      expect(answers).toContain(await answerTo(member, '/wallet/transfer', { from, to, amount: 100 }))

      await expect
        .poll(async () => {
          if (isHeld) await books.passNotFound()
          return (await newestRow(member))?.status
        })
        .toBe(status)
      expect((await walletOf(kapao, member)).wallet.amount).toBe(wallet)
      expect((await sandbox.game('PG', username)).balance).toBe(game)
      expect(await books.ofMember(member.phone)).toMatchObject({ wallet: toMinor(wallet), hold: 0n })
      expect(await books.differencesFromGames(sandbox)).toEqual([])
    })
  }

  test('by saying that the new account exists already: it is adopted and can be entered', async () => {
    const member = await join(kapao, newcomer())
    await sandbox.setFault('game:PG', 'exists', 1)
    const username = await openGame(kapao, member, 'PG')
    const { link } = await call<{ link: string }>(kapao, 'GET', `/autoLogin/pg/${username}`, member)
    expect((await fetch(link)).status).toBe(200)
  })

  test('by telling a stale balance: the next look is right, and no money followed the wrong one', async () => {
    const member = await join(kapao, newcomer())
    await payIn(kapao, member, 500)
    await openGame(kapao, member, 'PG')
    await sandbox.setFault('game:PG', 'stale-balance')
    await answerTo(member, '/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 200 })
    const credits = async () => {
      const { slots } = await call<{ slots: { code: string; amount: number }[] }>(
        kapao,
        'GET',
        '/wallet/refresh/slot',
        member,
      )
      return slots.find(({ code }) => code === 'PG')?.amount
    }
    await expect.poll(credits).toBe(200)
    expect((await walletOf(kapao, member)).wallet.amount).toBe(300)
  })
})

test.describe('a bank that fails', () => {
  test('to take a payout gives the money back', async () => {
    const member = await join(kapao, newcomer())
    await payIn(kapao, member, 1000)
    await sandbox.setFault('bank', 'refuse-payout', 1)
    expect(await answerTo(member, '/wallet/withdraw', { amount: 400 })).toBe('SUCCESS')
    await expect.poll(async () => (await newestRow(member))?.status).toBe('FAILED')
    expect((await walletOf(kapao, member)).wallet.amount).toBe(1000)
    expect(await books.differencesFromBank(sandbox)).toEqual([])
  })

  test('to answer a payout in time pays it once', async () => {
    const member = await join(kapao, newcomer())
    await payIn(kapao, member, 1000)
    await sandbox.setFault('bank', 'payout-timeout', 1)
    expect(await answerTo(member, '/wallet/withdraw', { amount: 400 })).toBe('SUCCESS')
    expect((await walletOf(kapao, member)).wallet.amount).toBe(600)
    await expect.poll(async () => (await newestRow(member))?.status, { timeout: 40_000 }).toBe('SUCCESS')
    const received = (await sandbox.bankAccount(member)).entries.filter(({ amount }) => amount === 400)
    expect(received).toHaveLength(1)
    expect(await books.differencesFromBank(sandbox)).toEqual([])
  })

  for (const fault of ['late', 'twice', 'out-of-order', 'silent']) {
    test(`to report a deposit properly (${fault}) credits it once all the same`, async () => {
      const member = await join(kapao, newcomer())
      await sandbox.setFault('bank', fault, 1)
      await payIn(kapao, member, 123.45)
      expect((await walletOf(kapao, member)).wallet.amount).toBe(123.45)
      expect(await books.countStatements(member.phone, 'deposit')).toBe(1)
      expect(await books.differencesFromBank(sandbox)).toEqual([])
    })
  }
})

test.describe('a storm', () => {
  const MEMBERS = 20
  const CLIENTS = 32
  const SECONDS = 15
  /** Longer than the sandbox hides a transfer that it has made. */
  const NEVER_HEARD_OF_S = 10

  test('of thirty-two clients, with providers failing at random, leaves all books equal', async () => {
    // Twenty come and pay, then the storm, then all that it left open is brought to its end.
    test.slow()
    const members: LoggedIn[] = []
    for (let made = 0; made < MEMBERS; made += 1) {
      const member = await join(kapao, newcomer())
      await payIn(kapao, member, 2000)
      await openGame(kapao, member, 'PG')
      await openGame(kapao, member, 'JOKER2')
      members.push(member)
    }
    const pick = <T>(from: readonly T[]): T => {
      const picked = from[Math.floor(Math.random() * from.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    }
    const faults = [
      'refuse',
      'timeout-after',
      'error-after',
      'duplicate-id',
      'late-status',
      'partial',
      'wrong-ratio',
    ]
    const actions: readonly ((member: LoggedIn) => Promise<unknown>)[] = [
      (member) =>
        answerTo(member, '/wallet/transfer', { from: 'WALLET', to: 'PG', amount: pick([1, 10, 55.5]) }),
      (member) =>
        answerTo(member, '/wallet/transfer', { from: 'PG', to: 'WALLET', amount: pick([1, 10, 55.5]) }),
      (member) =>
        answerTo(member, '/wallet/transfer', { from: 'WALLET', to: 'JOKER2', amount: pick([10, 100.1]) }),
      (member) => answerTo(member, '/wallet/transfer', { from: 'JOKER2', to: 'PG', amount: pick([10, 50]) }),
      (member) => answerTo(member, '/wallet/withdraw', { amount: pick([100, 150.25]) }),
      (member) => sandbox.transfer(member, pick(ours), pick([20, 77.77]), 'THB'),
      () => sandbox.setFault(pick(['game:PG', 'game:JOKER2']), pick(faults), 1),
      () => sandbox.setFault('bank', pick(['twice', 'out-of-order', 'silent', 'refuse-payout']), 1),
    ]
    const [first] = members
    if (!first) throw new Error('nobody came')
    const { banks } = await call<{ banks: { bankCode: string; bankAccountNo: string; bankType: string }[] }>(
      kapao,
      'GET',
      '/lookup/deposit',
      first,
    )
    const ours = banks.filter(({ bankType }) => bankType === 'BANK')

    const endsAt = Date.now() + SECONDS * 1000
    let done = 0
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (Date.now() < endsAt) {
          await pick(actions)(pick(members))
          done += 1
        }
      }),
    )
    await sandbox.clearFaults()
    expect(done).toBeGreaterThan(CLIENTS)

    await expect
      .poll(
        async () => {
          await books.passNotFound(NEVER_HEARD_OF_S)
          return books.openMovements()
        },
        { timeout: 90_000 },
      )
      .toBe(0)
    await expect.poll(() => books.differencesFromBank(sandbox)).toEqual([])
    expect(await books.differencesFromGames(sandbox)).toEqual([])
    expect(await books.faults()).toEqual({ unevenMovements: 0, sum: 0n, wrongBalances: 0 })
    for (const member of members) {
      const { wallet, hold } = await books.ofMember(member.phone)
      expect(wallet).toBeGreaterThanOrEqual(0n)
      expect(hold).toBe(0n)
    }
  })
})
