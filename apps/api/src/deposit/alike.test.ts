import { listSlips } from '@kapao/contract/slip'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { houseBalance, unmatched } from '../../test/feed.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { newTransRef, transferAtBank } from '../../test/slip-pictures.ts'
import type { FeedEvent } from '../gateways/bank.ts'
import { runDepositCommand } from './command.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
})

/** A transfer of 500.00 as slips name it; the feed names it in its own way, which may be the same. */
function transferred(changes: Partial<FeedEvent> = {}, of = member) {
  const shown = transferAtBank(server, of, '500.00', changes)
  return { shown, told: { ...shown, transRef: `FEED-${shown.transRef}` } }
}

/** Hands a slip in whose picture has been read already: reading it is not what may go wrong here. */
async function show({ transRef }: FeedEvent, of = member): Promise<void> {
  await server.database.query(
    `insert into slip (reference, member_id, sending_bank, trans_ref) values ($1, $2, '014', $3)`,
    [newTransRef(), of.id, transRef],
  )
}

async function handIn(event: FeedEvent): Promise<void> {
  await show(event)
  await server.judgeSlips()
}

async function outcomes(of = member) {
  const { slips } = await server.give(listSlips, { body: { page: 1, limit: 100 }, token: of.token })
  return slips.map((slip) => [slip.status, slip.note])
}

const minutesLater = ({ at }: Pick<FeedEvent, 'at'>, minutes: number) =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString()
const HUNDREDS = parseDecimal('500.00')

describe('a transfer that feed and slip name differently is credited once', () => {
  it('when the slip comes after the feed: it waits, and after its hour somebody has to look', async () => {
    const { shown, told } = transferred()
    expect(await server.credit({ ...told, at: minutesLater(shown, 2) })).toBe('credited')
    await handIn(shown)
    expect(await outcomes()).toEqual([['PENDING', '']])
    expect(await server.balance(member)).toBe(HUNDREDS)
    await server.database.query("update slip set created_at = now() - interval '61 minutes', checks = 60")
    await server.judgeSlips()
    expect(await outcomes()).toEqual([['FAILED', 'UNKNOW_ERROR']])
    expect(await server.balance(member)).toBe(HUNDREDS)
  })

  it('when the feed comes after the slip: what it tells of waits in suspense', async () => {
    const { shown, told } = transferred()
    const suspense = await houseBalance(server, 'suspense')
    await handIn(shown)
    expect(await outcomes()).toEqual([['SUCCESS', '']])
    expect(await server.credit(told)).toBe('unmatched')
    expect(await server.credit(told)).toBe('known')
    expect((await unmatched(server)).at(-1)).toMatchObject({ unmatchedReason: 'LIKE_ANOTHER' })
    expect(await houseBalance(server, 'suspense')).toBe(suspense + HUNDREDS)
    expect(await server.balance(member)).toBe(HUNDREDS)
  })

  it('when both come at once, judged by three workers', async () => {
    for (let round = 0; round < 8; round += 1) {
      const owner = await server.member()
      const { shown, told } = transferred({}, owner)
      await show(shown, owner)
      const judge = () => server.judgeSlips()
      await Promise.all([judge(), server.credit(told), judge(), server.credit(told), judge()])
      await server.judgeSlips()
      expect(await server.balance(owner)).toBe(HUNDREDS)
    }
  })
})

describe('two transfers of one amount, made minutes after each other, are credited twice', () => {
  it('and not three times, where the feed dates each a minute later than its slip', async () => {
    const at = (minutes: number) => minutesLater({ at: new Date().toISOString() }, minutes - 20)
    const [one, other] = [transferred({ at: at(0) }), transferred({ at: at(5.5) })]
    await handIn(one.shown)
    expect(await server.credit({ ...one.told, at: at(1) })).toBe('unmatched')
    expect(await server.credit({ ...other.told, at: at(6.5) })).toBe('credited')
    await handIn(other.shown)
    expect(await server.balance(member)).toBe(2n * HUNDREDS)
  })
})

describe('two transfers of one amount within minutes are both credited', () => {
  it('when a slip shows one and the feed the other, as soon as the feed has told of both', async () => {
    const [one, other] = [transferred().shown, transferred().shown]
    await handIn(one)
    expect(await server.credit(other)).toBe('unmatched')
    expect(await server.balance(member)).toBe(HUNDREDS)
    expect(await server.credit(one)).toBe('known')
    expect(await server.balance(member)).toBe(2n * HUNDREDS)
  })

  it('when the feed tells of one, and a slip shows the other before the feed does', async () => {
    const [one, other] = [transferred().shown, transferred().shown]
    await server.credit(one)
    await handIn(other)
    expect(await server.balance(member)).toBe(HUNDREDS)
    expect(await server.credit(other)).toBe('credited')
    expect(await server.balance(member)).toBe(2n * HUNDREDS)
  })

  it('at once, when slips show both, also when the feed has told of one of them', async () => {
    const [one, other] = [transferred().shown, transferred().shown]
    await server.credit(one)
    await handIn(one)
    await handIn(other)
    expect(await outcomes()).toEqual([
      ['SUCCESS', ''],
      ['SUCCESS', ''],
    ])
    expect(await server.balance(member)).toBe(2n * HUNDREDS)
  })

  it('when what waits in suspense is shown by a slip', async () => {
    const [one, other] = [transferred().shown, transferred().shown]
    await handIn(one)
    expect(await server.credit(other)).toBe('unmatched')
    await handIn(other)
    expect(await server.balance(member)).toBe(2n * HUNDREDS)
  })

  it.each<[string, (event: FeedEvent) => Promise<Partial<FeedEvent>> | Partial<FeedEvent>]>([
    ['of another amount', () => ({ amount: parseDecimal('500.01') })],
    ['of another time', (event) => ({ at: minutesLater(event, -6) })],
    [
      'of another sender',
      async () => {
        const { bankCode, bankAccountNo, bankAccountName } = await server.member()
        return { from: { bankCode, bankAccountNo, bankAccountName } }
      },
    ],
  ])('at once, when they are %s', async (_what, change) => {
    const { shown } = transferred()
    await handIn(shown)
    const other = { ...transferred().shown, ...(await change(shown)) }
    expect(await server.credit(other)).toBe('credited')
  })
})

/** What happens to one of three transfers: the feed tells of it, or its slip is handed in. */
const happening = fc.record({ of: fc.nat(2), what: fc.constantFrom('feed', 'slip') })
/** How long after the one before a transfer was made, and how much later than its slip the feed dates it. */
interface Dating {
  readonly afterMinutes: number
  readonly feedMinutes: number
}

const dating: fc.Arbitrary<Dating> = fc.record({
  afterMinutes: fc.nat(7),
  feedMinutes: fc.integer({ min: -5, max: 5 }),
})

/** Three transfers of the last minutes: as slips name and date them, and as the feed does. */
function threeTransfers(prefix: string, dates: readonly Dating[]) {
  let at = new Date(Date.now() - 30 * 60_000).toISOString()
  return dates.map(({ afterMinutes, feedMinutes }) => {
    at = minutesLater({ at }, afterMinutes)
    const { shown } = transferred({ at })
    return {
      shown,
      told: { ...shown, transRef: `${prefix}${shown.transRef}`, at: minutesLater(shown, feedMinutes) },
    }
  })
}

describe('of three transfers that look the same', () => {
  it.each([
    ['differently', 'FEED-'],
    ['alike', ''],
  ])(
    'never more are credited than there are, whatever is told in which order and however dated, where feed and slips name them %s',
    async (_how, prefix) => {
      const dates = fc.array(dating, { minLength: 3, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(fc.array(happening, { maxLength: 9 }), dates, async (happenings, dated) => {
          member = await server.member()
          const transfers = threeTransfers(prefix, dated)
          const seen = new Set<number>()
          for (const { of, what } of happenings) {
            const transfer = transfers[of]
            if (!transfer) continue
            seen.add(of)
            await (what === 'slip' ? handIn(transfer.shown) : server.credit(transfer.told))
            expect(await server.balance(member)).toBeLessThanOrEqual(BigInt(seen.size) * HUNDREDS)
          }
          for (const { told } of transfers) await server.credit(told)
          expect(await server.balance(member)).toBe(3n * HUNDREDS)
        }),
        { numRuns: 10 },
      )
    },
  )
})

describe('what somebody finds the owner of is not credited again where a slip has brought it under another reference', () => {
  const find = async (how: 'credit' | 'credit-anyway') => {
    const [row] = await server.database.query<{ id: bigint }>('select max(id) as id from bank_event')
    const context = { ...server, providers: server.gateways.providers }
    return runDepositCommand(context, [how, String(row?.id), member.phone, 'found by hand'])
  }
  const setMode = async (mode: string) => {
    await server.database.query("update operator_account set mode = $1 where purpose = 'deposit'", [mode])
    await server.operator.reload()
  }

  it('to an account whose money somebody looks at, however the feed’s line waits', async () => {
    const { shown, told } = transferred()
    await setMode('MANUAL')
    try {
      await handIn(shown)
      expect(await server.balance(member)).toBe(HUNDREDS)
      expect(await server.credit(told)).toBe('unmatched')
      expect((await unmatched(server)).at(-1)).toMatchObject({ unmatchedReason: 'MANUAL_ACCOUNT' })
      await expect(find('credit')).rejects.toThrow('under another reference')
      expect(await server.balance(member)).toBe(HUNDREDS)
      await find('credit-anyway')
      expect(await server.balance(member)).toBe(2n * HUNDREDS)
    } finally {
      await setMode('AUTO')
    }
  })

  it('while two lines of the feed alone are two transfers', async () => {
    const first = transferred()
    await setMode('MANUAL')
    try {
      expect(await server.credit(first.told)).toBe('unmatched')
      await find('credit')
      expect(await server.credit({ ...first.told, transRef: `${first.told.transRef}-2` })).toBe('unmatched')
      await find('credit')
      expect(await server.balance(member)).toBe(2n * HUNDREDS)
    } finally {
      await setMode('AUTO')
    }
  })
})
