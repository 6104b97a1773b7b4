import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { audit } from './audit.ts'
import { chainHead, headText, parseHead, sealLedger, verifyChain } from './audit-chain.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const verify = () => verifyChain(server.database)

/** What somebody does who may do everything: no trigger stops them. Undone after the look. */
async function tampered(sql: string, look: (queries: Parameters<typeof verifyChain>[0]) => Promise<void>) {
  const client = new pg.Client({ connectionString: server.config.databaseUrl })
  await client.connect()
  try {
    await client.query("set session_replication_role = 'replica'")
    await client.query('begin')
    const { rowCount } = await client.query(sql)
    expect(rowCount).toBeGreaterThan(0)
    await look({
      query: async (text, values = []) => (await client.query(text, [...values])).rows,
    })
    await client.query('rollback')
  } finally {
    await client.end()
  }
}

const write = (name: string) =>
  server.database.transaction((tx) =>
    audit(tx, { staffId: null, action: 'login-failed', details: { name }, ip: '10.0.0.1' }),
  )

describe('the chain', () => {
  it('holds from the first row, and links each one as it is committed', async () => {
    const before = await chainHead(server.database)
    expect(before?.seq).toBeGreaterThan(0n)
    await write('one')
    expect((await chainHead(server.database))?.seq).toBe((before?.seq ?? 0n) + 1n)
    expect(await verify()).toEqual([])
  })

  it('is one line, however many write at once', async () => {
    const before = await chainHead(server.database)
    await Promise.all(Array.from({ length: 40 }, (_, number) => write(`at once ${number}`)))
    expect((await chainHead(server.database))?.seq).toBe((before?.seq ?? 0n) + 40n)
    expect(await verify()).toEqual([])
  })

  it('takes nothing of what was rolled back', async () => {
    const before = await chainHead(server.database)
    await server.database
      .transaction(async (tx) => {
        await audit(tx, { staffId: null, action: 'login-failed' })
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(await chainHead(server.database)).toEqual(before)
  })

  it.each(['update audit_link set at = now()', 'delete from audit_link', 'truncate audit_link'])(
    'refuses: %s',
    async (sql) => {
      await expect(server.database.query(sql)).rejects.toThrow(/only ever added to/)
    },
  )
})

describe('what the operator decides', () => {
  const last = async () => {
    const [row] = await server.database.query<{ tableName: string; before: object; after: object }>(
      'select table_name, before, after from operator_change order by id desc limit 1',
    )
    return row
  }

  it('is written down with what it was before', async () => {
    const [was] = await server.database.query<{ value: unknown }>(
      "select value from operator_setting where name = 'withdrawMin'",
    )
    await server.set('withdrawMin', { THB: 150 })
    expect(await last()).toEqual({
      tableName: 'operator_setting',
      before: { name: 'withdrawMin', value: was?.value },
      after: { name: 'withdrawMin', value: { THB: 150 } },
    })
    expect(await verify()).toEqual([])
  })

  it('leaves no line when nothing changed', async () => {
    const before = await chainHead(server.database)
    await server.database.query('update operator_setting set updated_at = now()')
    expect(await chainHead(server.database)).toEqual(before)
  })

  it('tells of a role given with psql, and never of a password', async () => {
    await server.database.query("update staff set role = 'admin', password_hash = 'x' where name = 'demo'")
    const row = await last()
    expect(row).toMatchObject({
      tableName: 'staff',
      before: { role: 'agent' },
      after: { role: 'admin', password: 'changed' },
    })
    expect(JSON.stringify(row)).not.toMatch(/argon2|password_hash/)
  })
})

describe('tampering', () => {
  let id: string
  beforeEach(async () => {
    const member = await server.member()
    await server.payIn(member, '100.00')
    await write('to be changed')
    await write('after it')
    await sealLedger(server.database)
    const [row] = await server.database.query<{ id: bigint }>('select max(id) - 1 as id from staff_audit')
    id = String(row?.id)
    expect(await verify()).toEqual([])
  })

  it('is found where a line was changed', () =>
    tampered(`update staff_audit set ip = '10.0.0.2' where id = ${id}`, async (queries) => {
      expect(await verifyChain(queries)).toEqual([
        expect.objectContaining({ kind: 'audit-changed', subject: `staff_audit ${id}` }),
      ])
    }))

  it('is found where a line was taken out', () =>
    tampered(`delete from staff_audit where id = ${id}`, async (queries) => {
      expect(await verifyChain(queries)).toEqual([
        expect.objectContaining({ kind: 'audit-removed', subject: `staff_audit ${id}` }),
      ])
    }))

  it('is found where a line was taken out with its link', () =>
    tampered(
      `with line as (delete from staff_audit where id = ${id})
       delete from audit_link where source = 'staff_audit' and source_id = ${id}`,
      async (queries) => {
        const kinds = (await verifyChain(queries)).map((one) => one.kind)
        expect(kinds).toEqual(expect.arrayContaining(['audit-order', 'audit-gap']))
      },
    ))

  it('is found where a line was slipped in', () =>
    tampered("insert into staff_audit (action) values ('login')", async (queries) => {
      expect((await verifyChain(queries)).map((one) => one.kind)).toEqual(['audit-unlinked'])
    }))

  it('is found where a link was made to fit', () =>
    tampered(
      `update audit_link set content_hash = sha256('other') where source = 'staff_audit' and source_id = ${id}`,
      async (queries) => {
        const kinds = (await verifyChain(queries)).map((one) => one.kind)
        expect(kinds).toEqual(expect.arrayContaining(['audit-link', 'audit-changed']))
      },
    ))

  it.each([
    [
      'a movement’s reference',
      "update ledger_movement set reference = 'other' where id = (select max(id) from ledger_movement)",
    ],
    [
      'an entry’s amount',
      'update ledger_entry set amount_minor = amount_minor * 2, balance_after_minor = null, balance_before_minor = null, version = null where movement_id = (select max(id) from ledger_movement)',
    ],
    [
      'a movement that is gone',
      'delete from ledger_movement where id = (select max(id) from ledger_movement)',
    ],
  ])('of the ledger is found: %s', (_name, sql) =>
    tampered(sql, async (queries) => {
      const [found, ...others] = await verifyChain(queries)
      expect(found).toMatchObject({
        kind: 'ledger-seal',
        subject: expect.stringMatching(/^movements \d+ to \d+$/),
      })
      expect(others).toEqual([])
    }),
  )

  it('that cuts off the end is found by a head that was written down', async () => {
    const head = parseHead(headText(await chainHead(server.database)))
    if (!head) throw new Error('no head')
    expect(await verifyChain(server.database, [head])).toEqual([])
    await tampered(`delete from audit_link where seq = ${head.seq}`, async (queries) => {
      expect((await verifyChain(queries, [head])).map((one) => one.kind)).toContain('audit-head')
    })
  })
})

describe('sealing the ledger', () => {
  it('waits for a posting that is under way, and seals it', async () => {
    const member = await server.member()
    const client = new pg.Client({ connectionString: server.config.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query(
      `select ledger_post(row('deposit', 'slow', ledger_house_account('bank', 'X:1', 'THB'), ledger_member_account(${member.id}, 'wallet'), 5)::ledger_posting)`,
    )
    const sealing = sealLedger(server.database)
    await expect
      .poll(() =>
        server.database.query(
          "select 1 from pg_locks where not granted and relation = 'ledger_movement'::regclass",
        ),
      )
      .toHaveLength(1)
    await client.query('commit')
    await client.end()
    await sealing
    const unsealed = await server.database.query(
      "select 1 from ledger_movement where id > (select max(source_id) from audit_link where source = 'ledger_movement')",
    )
    expect(unsealed).toEqual([])
    expect(await verify()).toEqual([])
  })

  it('has nothing to do twice', async () => {
    await sealLedger(server.database)
    expect(await sealLedger(server.database)).toBe(0)
  })
})
