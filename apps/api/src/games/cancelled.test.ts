// A transfer that its game has never heard of is ended there, and its money is back: by the sandbox as it runs in earnest, which has that call.
import { listStatements } from '@kapao/contract/statement'
import { transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { openGame } from '../../test/bonuses.ts'
import { type RealSandbox, startRealSandbox } from '../../test/real-sandbox.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import type { GameProvider, TransferOrder } from '../gateways/game-provider.ts'
import { openGameProviders } from '../gateways/http-game-provider.ts'
import { checkTransfersDue } from './check-transfers.ts'

let sandbox: RealSandbox
let provider: GameProvider
let server: TestServer
let member: TestMember
let username: string

beforeAll(async () => {
  sandbox = await startRealSandbox()
  server = await startTestServer()
  provider = openGameProviders(sandbox.url)('PG')
  Object.assign(game(), provider)
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
  await sandbox.stop()
})
/** 700 in the wallet, 300 in the game. */
beforeEach(async () => {
  vi.restoreAllMocks()
  member = await server.member()
  await server.payIn(member, '1000.00')
  username = await openGame(server, member)
  await move('WALLET', 'PG', 300)
})

const game = () => server.gateways.game('PG')
const move = (from: string, to: string, amount: number) =>
  server.ask(transfer, { body: { from, to, amount }, token: member.token })
const statuses = async () => {
  const { statements } = await server.give(listStatements, {
    body: { page: 1, limit: 10 },
    token: member.token,
  })
  return statements.filter(({ statementType }) => statementType === 'transfer').map(({ status }) => status)
}

/** It never comes there. Answers the order as it was sent. */
async function lose([from, to, amount]: readonly [string, string, number]) {
  const send = game().transfer
  let sent: TransferOrder | undefined
  const spy = vi.spyOn(game(), 'transfer').mockImplementation((order) => {
    sent = order
    return send(order)
  })
  await sandbox.fault('game:PG', 'timeout-before', 1)
  expect(await move(from, to, amount)).toMatchObject({ status: 202 })
  spy.mockRestore()
  if (!sent) throw new Error('nothing was sent')
  return sent
}

const IN = ['WALLET', 'PG', 100] as const
const OUT = ['PG', 'WALLET', 100] as const

/** The worker asks once, and then again when it has been told for so long that nobody has heard of it. */
async function askAfter(seconds: number): Promise<void> {
  await server.work()
  await server.database.query(
    `update game_transfer set not_found_since = not_found_since - make_interval(secs => $1) where state = 'open'`,
    [seconds],
  )
  await server.work()
}

async function money() {
  return {
    wallet: await server.balance(member),
    hold: await server.balance(member, 'hold'),
    credits: (await provider.balance(username))?.credits,
  }
}

const amounts = (wallet: string, hold: string, credits: string) => ({
  wallet: parseDecimal(wallet),
  hold: parseDecimal(hold),
  credits: parseDecimal(credits),
})

describe.each([
  ['into a game', IN, amounts('600.00', '100.00', '300.00')],
  ['out of a game', OUT, amounts('700.00', '0.00', '300.00')],
] as const)('a transfer %s that has never come there', (_way, order, held) => {
  const back = amounts('700.00', '0.00', '300.00')

  it('may still come for some seconds, and has failed then', async () => {
    await lose(order)
    await server.work()
    expect(await money()).toEqual(held)
    expect(await statuses()).toEqual(['PENDING', 'SUCCESS'])
    await askAfter(5)
    expect(await money()).toEqual(back)
    expect(await statuses()).toEqual(['FAILED', 'SUCCESS'])
  })

  it('is refused there when it comes after that, each time', async () => {
    const sent = await lose(order)
    await askAfter(5)
    for (let times = 0; times < 2; times += 1)
      expect(await provider.transfer(sent)).toEqual({ kind: 'refused', reason: 'CANCELLED' })
    expect(await provider.transferStanding(sent.transferId)).toEqual({ kind: 'refused', reason: 'CANCELLED' })
    expect(await money()).toEqual(back)
  })

  it('is made where it comes just before it would be ended', async () => {
    const sent = await lose(order)
    vi.spyOn(game(), 'cancelTransfer').mockImplementationOnce(async (id) => {
      await provider.transfer(sent)
      return provider.cancelTransfer(id)
    })
    await askAfter(5)
    const made = order === IN ? amounts('600.00', '0.00', '400.00') : amounts('800.00', '0.00', '200.00')
    expect(await money()).toEqual(made)
    expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS'])
  })

  it('is held for minutes where the game has no such call', async () => {
    const { transferId } = await lose(order)
    // As often as it will be asked.
    await sandbox.fault('game:PG', 'no-cancel', 5)
    await askAfter(5)
    await askAfter(200)
    expect(await money()).toEqual(held)
    expect(await statuses()).toEqual(['PENDING', 'SUCCESS'])
    await askAfter(100)
    expect(await money()).toEqual(back)
    expect(await statuses()).toEqual(['FAILED', 'SUCCESS'])
    expect(await provider.transferStanding(transferId)).toEqual({ kind: 'not-found' })
  })
})

describe('a transfer that is ended there', () => {
  const back = amounts('700.00', '0.00', '300.00')
  const endsFirst = async (id: string) => {
    await provider.cancelTransfer(id)
  }

  it('though nobody heard that it was, is given back at the next look, once', async () => {
    await lose(IN)
    vi.spyOn(game(), 'cancelTransfer').mockImplementationOnce(async (id) => {
      await endsFirst(id)
      return { kind: 'unknown', reason: 'TimeoutError' }
    })
    await askAfter(5)
    expect(await money()).toEqual(amounts('600.00', '100.00', '300.00'))
    await server.work()
    expect(await money()).toEqual(back)
  })

  it('by a provider whose status call goes on saying that it has never heard of it, is given back, too', async () => {
    await lose(IN)
    vi.spyOn(game(), 'transferStanding').mockResolvedValue({ kind: 'not-found' })
    vi.spyOn(game(), 'cancelTransfer').mockImplementationOnce(async (id) => {
      await endsFirst(id)
      return { kind: 'unknown', reason: 'TimeoutError' }
    })
    await askAfter(5)
    await server.work()
    expect(await money()).toEqual(back)
  })

  it('by a worker that then dies, is given back by the next', async () => {
    await lose(IN)
    vi.spyOn(game(), 'cancelTransfer').mockImplementationOnce(async (id) => {
      await endsFirst(id)
      throw new Error('killed')
    })
    await expect(askAfter(5)).rejects.toThrow('killed')
    expect(await money()).toEqual(amounts('600.00', '100.00', '300.00'))
    await server.work()
    expect(await money()).toEqual(back)
  })

  it('by two workers at the same moment is given back once', async () => {
    await lose(IN)
    const both = Promise.withResolvers<void>()
    let asking = 0
    vi.spyOn(game(), 'cancelTransfer').mockImplementation(async (id) => {
      asking += 1
      if (asking === 2) both.resolve()
      else await other()
      await both.promise
      return provider.cancelTransfer(id)
    })
    let second: Promise<unknown> = Promise.resolve()
    async function other(): Promise<void> {
      // The first has been at it for longer than it has it for itself.
      await server.database.query("update game_transfer set next_check_at = now() where state = 'open'")
      second = checkTransfersDue({ ...server, providers: server.gateways.providers })
    }
    await askAfter(5)
    await second
    expect(asking).toBe(2)
    expect(await money()).toEqual(back)
    expect(await statuses()).toEqual(['FAILED', 'SUCCESS'])
  })

  it('before its request is sent, by a process that stood still meanwhile, has failed for the player, too', async () => {
    const send = game().transfer
    vi.spyOn(game(), 'transfer').mockImplementationOnce(async (order) => {
      await askAfter(5)
      return send(order)
    })
    expect(await move(...IN)).toMatchObject({ message: 'TRANSFER_FAIL' })
    expect(await money()).toEqual(back)
    expect(await statuses()).toEqual(['FAILED', 'SUCCESS'])
  })
})

it('a game behind a wrong address, which knows nobody there, is not told to refuse what was sent elsewhere', async () => {
  const send = game().transfer
  let transferId = ''
  vi.spyOn(game(), 'transfer').mockImplementationOnce(async (order) => {
    transferId = order.transferId
    await send(order)
    return { kind: 'unknown', reason: 'TimeoutError' }
  })
  vi.spyOn(game(), 'transferStanding').mockResolvedValueOnce({ kind: 'unknown', reason: 'TimeoutError' })
  expect(await move(...IN)).toMatchObject({ status: 202 })
  const elsewhere = openGameProviders(sandbox.url)('IMI')
  Object.assign(game(), elsewhere)
  await askAfter(3_600)
  expect(await elsewhere.transferStanding(transferId)).toEqual({ kind: 'not-found' })
  expect(await server.balance(member, 'hold')).toBe(parseDecimal('100.00'))
  Object.assign(game(), provider)
  await server.work()
  expect(await money()).toEqual(amounts('600.00', '0.00', '400.00'))
})

it('a transfer of which its game cannot tell yet whether it was made is held, however long it is not to be found', async () => {
  await openGame(server, member, 'IMI')
  const behind = server.gateways.game('IMI')
  behind.cancels = true
  behind.script = 'lost-then-late'
  expect(await move('WALLET', 'IMI', 100)).toMatchObject({ status: 202 })
  behind.script = 'ok'
  for (const one of behind.transfers.values()) one.hiddenFor = 5
  await askAfter(3_600)
  await askAfter(3_600)
  expect(await server.balance(member, 'hold')).toBe(parseDecimal('100.00'))
  await server.work()
  await server.work()
  expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS'])
  expect(await server.balance(member)).toBe(parseDecimal('600.00'))
})
