// What docs/data.md says is put away when its time is over: each a little older than that, and a little younger.
import { createQr } from '@kapao/contract/qrcode'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newAgent } from '../../test/chat.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { newFileName } from '../files/disk-store.ts'
import { clockJobs } from './clock-jobs.ts'
import { tidy, tidyWhole } from './tidy.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
  member = await server.member()
})
afterAll(() => server.stop())
beforeEach(() =>
  server.database.query(
    'truncate otp, session, intent, familiar_network, rate_window, address_window, day_window, deposit_announcement',
  ),
)

const [TOO_OLD, NOT_YET] = ['too-old', 'not-yet'] as const

/** A kind of row. */
interface Kind {
  /** What tidying calls it. */
  readonly counted: string
  /** Makes a row of that name ($1) and age ($2). */
  readonly make: string
  /** The names of the rows that are there. */
  readonly names: string
  readonly tooOld: string
  readonly notYet: string
}

const session = (at: string) => ({
  counted: 'sessions',
  make: `insert into session (token_hash, member_id, ${at}) select $1::text::bytea, min(id), now() - $2::interval from member`,
  names: "select convert_from(token_hash, 'UTF8') as name from session",
})
const intent = (call: string, answer: string) => ({
  make: `insert into intent (member_id, key, call, request_hash, status, answer, created_at)
    select min(id), $1, '${call}', '', ${answer}, now() - $2::interval from member`,
  names: 'select key as name from intent',
})

const kinds: readonly (readonly [string, Kind])[] = [
  [
    'one-time codes after two days',
    {
      counted: 'oneTimeCodes',
      make: `insert into otp (token_hash, phone, ref, code_hash, created_at, expires_at)
        values ($1::text::bytea, $1, '', '', now() - $2::interval, now() - $2::interval)`,
      names: 'select phone as name from otp',
      tooOld: '2 days 1 minute',
      notYet: '1 day 23 hours',
    },
  ],
  [
    'log-ins that nobody uses, after 31 days',
    { ...session('last_used_at'), tooOld: '31 days 1 minute', notYet: '30 days 23 hours' },
  ],
  [
    'log-ins that are ended, after a day',
    { ...session('revoked_at'), tooOld: '1 day 1 minute', notYet: '23 hours' },
  ],
  [
    'intents after seven days',
    {
      ...intent('POST /x', "200, '{}'"),
      counted: 'intents',
      tooOld: '7 days 1 minute',
      notYet: '6 days 23 hours',
    },
  ],
  [
    'intents of payment codes that were never made, after two minutes',
    {
      ...intent(`${createQr.method} ${createQr.path.replace('{provider}', 'KBANK')}`, 'null, null'),
      counted: 'unmadeCodes',
      tooOld: '2 minutes 1 second',
      notYet: '1 minute',
    },
  ],
  [
    'networks that nobody logs in from, after 90 days',
    {
      counted: 'networks',
      make: `insert into familiar_network (account, network, last_used_at) values ($1, '10.0.0.0/24', now() - $2::interval)`,
      names: 'select account as name from familiar_network',
      tooOld: '90 days 1 minute',
      notYet: '89 days 23 hours',
    },
  ],
  [
    'announced transfers that never came, after 30 days',
    {
      counted: 'announcements',
      make: `insert into deposit_announcement (member_id, amount_minor, created_at)
        select min(id), case $1::text when 'too-old' then 1 else 2 end, now() - $2::interval from member`,
      names: `select case amount_minor when 1 then 'too-old' else 'not-yet' end as name from deposit_announcement`,
      tooOld: '30 days 1 minute',
      notYet: '29 days 23 hours',
    },
  ],
  [
    'counts of a limit after five minutes',
    {
      counted: 'rateWindows',
      make: 'insert into rate_window (bucket, started_at, hits) values ($1, now() - $2::interval, 1)',
      names: 'select bucket as name from rate_window',
      tooOld: '5 minutes 1 second',
      notYet: '4 minutes',
    },
  ],
  [
    'counts of a day an hour after its end',
    {
      counted: 'dayWindows',
      make: 'insert into day_window (bucket, started_at, used) values ($1, now() - $2::interval, 1)',
      names: 'select bucket as name from day_window',
      tooOld: '25 hours 1 second',
      notYet: '24 hours 59 minutes',
    },
  ],
  [
    'counts of an address after the five minutes that follow theirs',
    {
      counted: 'addressWindows',
      make: `insert into address_window (address, minute, hits) values ($1, floor(extract(epoch from now() - $2::interval) / 60), 1)`,
      names: 'select address as name from address_window',
      tooOld: '6 minutes',
      notYet: '4 minutes',
    },
  ],
]

/** What a minute's and an hour's tidying put away. */
const tidyAll = async () => ({ ...(await tidy(server.database)), ...(await tidyWhole(server.database)) })

describe('tidying', () => {
  it.each(kinds)('puts away %s, and none before', async (_what, { counted, make, names, tooOld, notYet }) => {
    await server.database.query(make, [TOO_OLD, tooOld])
    await server.database.query(make, [NOT_YET, notYet])
    expect(await tidyAll()).toEqual({ [counted]: 1 })
    expect(await server.database.query(names)).toEqual([{ name: NOT_YET }])
  })

  it('keeps announced transfers that came', async () => {
    await server.database.query(
      `insert into deposit_announcement (member_id, amount_minor, created_at, bank_event_id) values ($1, 1, now() - interval '1 year', 1)`,
      [member.id],
    )
    expect(await tidy(server.database)).toEqual({})
  })

  it('ends payment codes when their time is over, whether they were made or not, and keeps them', async () => {
    await server.database.query(
      `insert into qr_code (id, member_id, provider, reference, account_id, amount_minor, payload, state, expires_at)
       select made || ' ' || ends, $1, made || ends, made || ends, (select min(id) from operator_account), 100, '', made, now() + ends::interval
       from unnest(array['making', 'open', 'paid', 'cancelled', 'refused']) made, unnest(array['-1 s', '1 min']) ends`,
      [member.id],
    )
    expect(await tidy(server.database)).toEqual({ codes: 2 })
    const states = await server.database.query<{ id: string; state: string }>(
      'select id, state from qr_code order by id collate "C"',
    )
    expect(states.map(({ id, state }) => `${id}: ${state}`)).toEqual([
      'cancelled -1 s: cancelled',
      'cancelled 1 min: cancelled',
      'making -1 s: expired',
      'making 1 min: making',
      'open -1 s: expired',
      'open 1 min: open',
      'paid -1 s: paid',
      'paid 1 min: paid',
      'refused -1 s: refused',
      'refused 1 min: refused',
    ])
  })

  it('says of what a dead process began two minutes ago that it is under way', async () => {
    await server.database.query(
      `insert into intent (member_id, key, call, request_hash, created_at) values
         ($1, 'dead', 'POST /x', '', now() - interval '2 minutes 1 second'), ($1, 'live', 'POST /x', '', now() - interval '1 minute')`,
      [member.id],
    )
    expect(await tidy(server.database)).toEqual({ unansweredIntents: 1 })
    const intents = await server.database.query(
      'select key, status, answer from intent where member_id = $1 order by key',
      [member.id],
    )
    expect(intents).toEqual([
      { key: 'dead', status: 202, answer: { message: 'SUCCESS', status: 'IN_PROGRESS' } },
      { key: 'live', status: null, answer: null },
    ])
  })

  it('says so within the hour of what died while no worker was there', async () => {
    await server.database.query(
      `insert into intent (member_id, key, call, request_hash, created_at) values ($1, 'long dead', 'POST /x', '', now() - interval '2 hours')`,
      [member.id],
    )
    expect(await tidy(server.database)).toEqual({})
    expect(await tidyWhole(server.database)).toEqual({ unansweredIntents: 1 })
  })

  it('waits for no call that is being counted', async () => {
    await server.database.query(
      `insert into rate_window (bucket, started_at, hits) select b, now() - interval '6 minutes', 1 from unnest(array['held', 'free']) b`,
    )
    await server.database.transaction(async (tx) => {
      await tx.query("update rate_window set hits = 2 where bucket = 'held'")
      expect(await tidy(server.database)).toEqual({ rateWindows: 1 })
    })
    expect(await tidy(server.database)).toEqual({ rateWindows: 1 })
  })
})

describe('a file of the chat', () => {
  async function keep(
    age: string,
    { sentIn = null, agent = null }: { sentIn?: bigint | null; agent?: string | null } = {},
  ) {
    const name = newFileName('png')
    await server.files.put(name, Buffer.from('a picture'))
    await server.database.query(
      `insert into chat_file (name, conversation_id, staff_id, file_type, content_type, bytes, created_at)
       values ($1, $2, (select id from staff where name = $3), 'image', 'image/png', 9, now() - $4::interval)`,
      [name, sentIn, agent, age],
    )
    return name
  }

  it('that no message names goes after a day, its row too, and one that was sent stays', async () => {
    const [conversation] = await server.database.query<{ id: bigint }>(
      "insert into chat_conversation (public_id, member_id) values ('a', $1) returning id",
      [member.id],
    )
    const { name: agent } = await newAgent(server)
    const old = await keep('1 day 1 minute')
    const stay = [
      await keep('23 hours'),
      await keep('400 days', { sentIn: conversation?.id ?? null }),
      await keep('400 days', { agent }),
    ]
    const job = clockJobs({ ...server, giftKey: server.config.giftKey }).find(({ name }) => name === 'files')
    expect(await job?.run()).toMatchObject({ chatFiles: 1 })
    expect(await server.files.get(old)).toBeNull()
    for (const name of stay) expect(await server.files.get(name)).not.toBeNull()
    const rows = await server.database.query<{ name: string }>('select name from chat_file')
    expect(rows.map(({ name }) => name).sort()).toEqual(stay.sort())
  })
})
