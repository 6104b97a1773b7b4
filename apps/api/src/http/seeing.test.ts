import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { deliver } from '../../test/feed.ts'
import { reconciling } from '../../test/reconciling.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { openDiskStore } from '../files/disk-store.ts'
import { clockJobs } from '../worker/clock-jobs.ts'
import { openMetrics } from './metrics.ts'

let server: TestServer
let exported: string

const ops = (name: string) => readFile(new URL(`../../../../ops/${name}`, import.meta.url), 'utf8')

const alerts = v.object({
  groups: v.array(
    v.object({
      rules: v.array(
        v.object({
          alert: v.string(),
          expr: v.string(),
          labels: v.object({ severity: v.picklist(['page', 'ticket']) }),
          annotations: v.object({ summary: v.string(), do: v.string() }),
        }),
      ),
    }),
  ),
})
const dashboard = v.object({
  panels: v.array(
    v.object({
      title: v.string(),
      gridPos: v.object({ x: v.number(), y: v.number(), w: v.number(), h: v.number() }),
      targets: v.optional(v.array(v.object({ expr: v.string() })), []),
    }),
  ),
})

beforeAll(async () => {
  server = await startTestServer()
  const member = await server.registeredMember()
  await server.payIn(member, '100.00')
  await server.app.inject({ method: 'GET', url: '/api/wallet' })
  exported = (await server.app.inject({ method: 'GET', url: '/metrics' })).body
})
afterAll(() => server.stop())

const WORDS = /\b(?:kapao|nodejs|process)_[a-z0-9_]+/g

/** The metrics that an expression reads. */
const read = (expression: string) => [...expression.matchAll(WORDS)].map(([name]) => name)

/** The metrics and labels that the running server tells of. */
function isExported(name: string): boolean {
  const family = name.replace(/_(bucket|count|sum)$/, '')
  return new RegExp(`^# TYPE (?:${name}|${family}) (?:gauge|counter|histogram)$`, 'm').test(exported)
}

async function expressions() {
  const rules = v.parse(alerts, parse(await ops('alerts.yaml'))).groups.flatMap((group) => group.rules)
  const { panels } = v.parse(dashboard, JSON.parse(await ops('grafana.json')))
  return {
    rules,
    panels,
    all: [...rules, ...panels.flatMap((panel) => panel.targets)].map((one) => one.expr),
  }
}

it('every metric that an alert or the dashboard reads is told by the running server', async () => {
  const names = new Set((await expressions()).all.flatMap(read))
  expect(names.size).toBeGreaterThan(20)
  expect([...names].filter((name) => !isExported(name))).toEqual([])
  expect(isExported('kapao_no_such_metric')).toBe(false)
})

it('no figure goes by a label that Prometheus keeps for whom it asks: it would be told under another name, and no alert would find it', async () => {
  expect(exported).not.toMatch(/[{,](?:job|instance)="/)
  expect((await expressions()).all.filter((one) => /\b(?:job|instance)\b/.test(one))).toEqual([])
})

it('every figure of ours is on the dashboard', async () => {
  const ours = [...exported.matchAll(/^# TYPE (kapao_\w+) /gm)].map((match) => match[1] ?? '')
  const { panels } = await expressions()
  const shown = new Set(
    panels
      .flatMap((panel) => panel.targets.flatMap((target) => read(target.expr)))
      .flatMap((name) => [name, name.replace(/_(bucket|count|sum)$/, '')]),
  )
  expect(ours.filter((name) => !shown.has(name))).toEqual([])
})

it('no figure is alerted about twice, and each says what to do', async () => {
  const { rules } = await expressions()
  expect(new Set(rules.map((rule) => rule.alert)).size).toBe(rules.length)
  for (const rule of rules) expect(rule.annotations.do.length).toBeGreaterThan(20)
})

it('every job of the clock is alerted about when it has not succeeded for too long', async () => {
  const { rules } = await expressions()
  const alerted = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/kapao_job_age_seconds\{task=~?"([^"]+)"\}/g)].flatMap((match) => match[1]?.split('|')),
  )
  const jobs = clockJobs({ ...reconciling(server), files: server.files, log: server.log })
  expect(alerted.toSorted()).toEqual(jobs.map(({ name }) => name).toSorted())
})

it('no panel lies over another', async () => {
  const { panels } = await expressions()
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, place) => `${x + (place % w)},${y + Math.floor(place / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

it('a deposit shows in the time to credit, by the way it came', async () => {
  const webhook = server.transferEvent(await server.member(), '10.00')
  await deliver(server, webhook)
  const polled = { at: new Date(Date.now() - 30_000).toISOString() }
  // The feed tells of what the webhook told, too: that is no second deposit.
  server.gateways.bank.feed.push(webhook, server.transferEvent(await server.member(), '10.00', polled))
  await server.work()
  const { body } = await server.app.inject({ method: 'GET', url: '/metrics' })
  const median = (way: string) =>
    Number(
      new RegExp(`^kapao_credit_seconds\\{way="${way}",quantile="0\\.5"\\} (\\S+)$`, 'm').exec(body)?.[1],
    )
  expect(median('webhook')).toBeLessThan(30)
  expect(median('poll')).toBeGreaterThanOrEqual(30)
  expect(body).toMatch(/^kapao_deposits\{way="poll",state="credited"\} 1$/m)
  expect(body).toMatch(/^kapao_feed_messages_total\{result="credited"\} 1$/m)
})

it('a payout shows in its age', async () => {
  await server.database.query(
    `insert into withdrawal (id, member_id, amount_minor, currency, from_account_id, bank_code, bank_account_no, bank_account_name, created_at)
     select gen_random_uuid(), (select min(id) from member), 1, 'THB', (select min(id) from operator_account), 'SCB', '1', 'X', now() - interval '20 minutes'`,
  )
  const later = (await server.app.inject({ method: 'GET', url: '/metrics' })).body
  expect(Number(/^kapao_payout_oldest_seconds (\S+)$/m.exec(later)?.[1])).toBeGreaterThan(1_199)
  expect(later).toMatch(/^kapao_payouts_waiting 1$/m)
})

it('what the operator wrote and nobody can read shows until it is put right', async () => {
  const unread = async () => {
    const { body } = await server.app.inject({ method: 'GET', url: '/metrics' })
    return /^kapao_settings_unread (\d+)$/m.exec(body)?.[1]
  }
  expect(await unread()).toBe('0')
  await expect(server.set('qrMinutes', 'soon')).rejects.toThrow(/qrMinutes/)
  expect(await unread()).toBe('1')
  await server.set('qrMinutes', 15)
  expect(await unread()).toBe('0')
  await server.database.query(`update promotion set cap = '{"THB": "all of it"}'`)
  await server.operator.reload()
  const [row] = await server.database.query<{ offers: number }>(
    'select count(*)::int as offers from promotion where is_enabled',
  )
  expect(await unread()).toBe(String(row?.offers))
})

it('while the database is away a process tells that, and what it knows by itself, and no figure as it was before', async () => {
  const { database, files, operator } = server
  let isAway = false
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const { registry } = openMetrics({
    database: {
      ...database,
      query: (text, values) => (isAway ? Promise.reject(refused) : database.query(text, values)),
    },
    redis: null,
    files,
    operator,
    log: server.log,
  })
  const ofTheDatabase =
    /^kapao_(?:feed_read_age_seconds|payouts_held|job_age_seconds\{.*\}|deposits\{.*\}) /gm
  const told = await registry.metrics()
  expect(told).toMatch(/^kapao_database_away 0$/m)
  expect(told.match(ofTheDatabase)?.length).toBeGreaterThan(2)
  isAway = true
  const away = await registry.metrics()
  expect(away).toMatch(/^kapao_database_away 1$/m)
  expect(away).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(away.match(ofTheDatabase)).toBeNull()
  isAway = false
  expect((await registry.metrics()).match(ofTheDatabase)?.length).toBeGreaterThan(2)
})

it('a folder that cannot be looked at takes no other figure with it, and is told once until it can be', async () => {
  const { database, operator } = server
  const warn = vi.fn()
  const gone = openDiskStore(join(import.meta.filename, 'files'))
  let files = gone
  const space = () => files.space()
  const { registry } = openMetrics({
    database,
    redis: null,
    files: { ...server.files, space },
    uploads: async () => {
      await space()
      return { freeBytes: 7_000, allBytes: 9_000 }
    },
    operator,
    log: { warn },
  })
  const free = /^kapao_(?:files_free_bytes\{store="disk"\} \d+|uploads_free_bytes 7000)$/gm
  for (let times = 0; times < 2; times += 1) {
    const told = await registry.metrics()
    expect(told).toMatch(/^kapao_database_away 0$/m)
    expect(told).not.toMatch(/^kapao_\w+_free_bytes/m)
  }
  const lines = ['files', 'files that come'].map((what) => [
    { err: expect.objectContaining({ code: 'ENOTDIR' }) },
    `what is free for ${what} cannot be found out`,
  ])
  expect(warn.mock.calls).toEqual(lines)
  files = server.files
  expect((await registry.metrics()).match(free)).toHaveLength(2)
  files = gone
  expect(await registry.metrics()).not.toMatch(/^kapao_\w+_free_bytes/m)
  expect(warn.mock.calls).toEqual([...lines, ...lines])
})

it('what is free where uploads come to is told by itself, and alerted about', async () => {
  const free = Number(/^kapao_uploads_free_bytes (\d+)$/m.exec(exported)?.[1])
  expect(free).toBeGreaterThan(1_000_000)
  const { rules } = await expressions()
  expect(rules.flatMap(({ expr }) => read(expr))).toContain('kapao_uploads_free_bytes')
})
