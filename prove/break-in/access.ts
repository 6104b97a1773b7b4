// Who may call what: every call of the contract asked by everybody who may not, and written down as docs/access.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@kapao/contract/call'
import { calls } from '@kapao/contract/calls'
import type { DeskAccess } from '@kapao/contract/desk-call'
import { deskCalls } from '@kapao/contract/desk-calls'
import { repositoryRoot } from '../../scripts/settings.ts'
import { changedTables, stateOf } from '../bad-input/state.ts'
import { at } from '../bank-test/wire.ts'
import { accessPage, type Row } from './access-page.ts'
import { type Asker, type Askers, newAskers } from './askers.ts'
import type { Attack, Ground } from './attack.ts'
import { controls } from './controls.ts'
import { makeThings, missing, type Others, OWN, othersOf, type Probe } from './others.ts'

const page = join(repositoryRoot, 'docs', 'access.md')
const { stringify } = JSON
const samples: Readonly<Record<string, string>> = { code: 'PG', provider: 'KBANK' }

interface Heard {
  /** `401 UNAUTHORIZED` */
  readonly said: string
  readonly text: string
}

async function ask(
  url: string,
  call: Call,
  headers: Readonly<Record<string, string>>,
  { path, body }: Pick<Probe, 'path' | 'body'> = {},
): Promise<Heard> {
  const plain = call.path.replace(/\{(\w+)\}/g, (_match, name: string) => samples[name] ?? 'nothing')
  // A GET has none; an upload's is of another type, and nobody here gets as far as that.
  const sent = body ?? (call.method === 'GET' ? undefined : {})
  const response = await fetch(`${url}/api${path ?? plain}`, {
    method: call.method,
    headers: { ...headers, ...(sent !== undefined && { 'content-type': 'application/json' }) },
    ...(sent !== undefined && { body: stringify(sent) }),
  })
  const text = await response.text()
  const answer: unknown = JSON.parse(text)
  const code = response.status < 400 ? at(answer, 'error') : at(answer, 'message')
  return { said: `${response.status}${code === undefined ? '' : ` ${code}`}`, text }
}

async function rowOf(url: string, name: string, call: Call, askers: readonly Asker[]): Promise<Row> {
  const cells: string[] = []
  for (const { headers } of askers) cells.push((await ask(url, call, headers)).said)
  return { name, call: `${call.method} ${call.path}`, cells }
}

const isKeptOut = (said: string) => /^(401|403) /.test(said)

/** Asks for another's things; answers with what was said, or a finding for what came out. */
async function probe(
  url: string,
  { owner, stranger }: Askers,
  name: string,
  probes: readonly Probe[],
): Promise<{ readonly said: string; readonly findings: string[] }> {
  const call = calls.get(name)
  if (!call) return { said: '', findings: [] }
  const findings: string[] = []
  const said: string[] = []
  for (const one of probes) {
    const headers = {
      'x-requested-with': 'kapao',
      ...(one.isAnonymous !== true && { authorization: `Bearer ${stranger.token}` }),
    }
    const heard = await ask(url, call, headers, one)
    said.push(`${one.names}: ${heard.said}`)
    const isRefused = /^(4\d\d|200 [A-Z])/.test(heard.said)
    if (!isRefused || heard.text.includes('mine alone') || heard.text.includes(owner.phone))
      findings.push(`${name} of ${one.names} that is another’s was answered ${heard.said}`)
  }
  return { said: said.join('; '), findings }
}

async function probeAll(ground: Ground, askers: Askers, others: Others) {
  const { stage, database } = ground
  const before = await stateOf(database)
  const findings = missing(others)
  const cells = new Map<string, string>()
  for (const [name, entry] of Object.entries(others)) {
    if (entry === OWN) continue
    const { said, findings: found } = await probe(stage.apiUrl, askers, name, entry)
    cells.set(name, said)
    findings.push(...found)
  }
  const changed = changedTables(before, await stateOf(database))
  if (changed.length > 0) findings.push(`asking for another’s things changed ${changed.join(', ')}`)
  return { findings, cells }
}

async function askEverything(ground: Ground): Promise<string[]> {
  const { stage, writesDocs, say } = ground
  const url = stage.apiUrl
  const askers = await newAskers(ground)
  const things = await makeThings(ground, askers)
  const { findings, cells } = await probeAll(ground, askers, othersOf(askers, things))
  findings.push(...(await controls(ground, askers, things)))
  const guarded: Row[] = []
  const open: Row[] = []
  for (const [name, call] of calls) {
    const row = await rowOf(url, name, call, call.token ? askers.ofMembers : askers.ofMembers.slice(0, 2))
    const another = cells.get(name) ?? (call.token ? 'names nothing' : '')
    ;(call.token ? guarded : open).push({ ...row, cells: [...row.cells, another] })
    if (call.token && !row.cells.every(isKeptOut)) findings.push(`${name} let in: ${row.cells}`)
    if (!call.token && row.cells[0] !== row.cells[1])
      findings.push(`${name}, for everybody, answers another thing to a bad token: ${row.cells}`)
  }
  const deskRows: (Row & { readonly access: DeskAccess })[] = []
  for (const [name, call] of deskCalls) {
    const row = await rowOf(url, name, call, call.access === 'anyone' ? [] : askers.ofDesk)
    const agent = call.access === 'admin' ? (await ask(url, call, askers.agent.headers)).said : 'let in'
    if (!row.cells.every(isKeptOut)) findings.push(`${name} let in: ${row.cells}`)
    if (call.access === 'admin' && agent !== '403 NOT_ALLOWED')
      findings.push(`${name} let an agent in: ${agent}`)
    deskRows.push({ ...row, access: call.access, cells: [...row.cells, agent] })
  }
  const written = accessPage({
    guarded,
    open,
    desk: deskRows,
    memberAskers: askers.ofMembers.map(({ name }) => name),
    deskAskers: askers.ofDesk.map(({ name }) => name),
  })
  if (writesDocs) writeFileSync(page, written)
  else if (readFileSync(page, 'utf8') !== written)
    findings.push(
      'docs/access.md is not what was answered; `npm run prove:break-in -- --only access --write` writes it',
    )
  const asked = [...guarded, ...open, ...deskRows].reduce((sum, { cells: all }) => sum + all.length, 0)
  say(
    `${guarded.length} calls of members, ${open.length} of anybody, ${deskRows.length} of the desk: ${asked} cells`,
  )
  return findings
}

/** They come faster than anybody’s, and nothing but them may change anything. */
async function run(ground: Ground): Promise<string[]> {
  const { stage, database } = ground
  const { rows: limits } = await database.query<{ name: string; value: string }>(
    `select name, value::text from operator_setting where name like '%PerMinute'`,
  )
  const worker = stage.actors.find(({ name }) => name === 'worker')
  await database.query(`update operator_setting set value = '1000000000' where name like '%PerMinute'`)
  await worker?.kill()
  try {
    return await askEverything(ground)
  } finally {
    for (const { name, value } of limits)
      await database.query('update operator_setting set value = $2::jsonb where name = $1', [name, value])
    await worker?.start()
  }
}

export const access: Attack = {
  name: 'access',
  holds: 'no call lets anybody in who may not, or hands out what is another’s (docs/access.md)',
  run,
}
