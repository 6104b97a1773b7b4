// `npm run prove:keeping [-- --seconds 60 --members 8]`: is nothing lost when the machine is? Real processes: a backup is made while members
// move money, the machine goes, and the backup is restored onto an empty one that deals with the same bank and games. What happened between
// the two must be told to the last payout; a backup of the end must be equal to the last satang; differences planted in the books, and a
// tampered line of the audit trail, must be found by name. Ends with 1 when anything is otherwise.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Machine } from './keeping/machine.ts'
import { planted } from './keeping/planted.ts'
import { Traffic } from './keeping/traffic.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    members: { type: 'string', default: '8' },
  },
})
const seconds = Number(values.seconds)
const members = Number(values.members)
if (!(seconds > 0) || !(members > 0)) throw new Error('--seconds and --members are numbers above 0')

let failures = 0
const say = (line: string) => console.log(line)
const indented = (said: string) => said.trimEnd().replace(/^/gm, '    ')

function expect(isSo: boolean, what: string, said = ''): void {
  say(`${isSo ? 'ok     ' : 'FAILED '} ${what}`)
  if (isSo) return
  failures += 1
  if (said !== '') say(indented(said))
}

const backups = mkdtempSync(join(tmpdir(), 'kapao-backups-'))
const underTraffic = join(backups, 'under-traffic')
const atTheEnd = join(backups, 'at-the-end')
const machines: Machine[] = []
async function machine(): Promise<Machine> {
  const one = await Machine.empty()
  machines.push(one)
  return one
}

/** Everything that says how much money is whose, and the lines of the audit trail, as one text. */
async function booksOf(one: Machine): Promise<string> {
  const [row] = await one.rows<{ books: string }>(
    `select md5((select string_agg(a::text, ',' order by a.id) from ledger_account a))
       || md5((select string_agg(m::text, ',' order by m.id) from ledger_movement m))
       || md5((select string_agg(e::text, ',' order by e.movement_id, e.account_id) from ledger_entry e))
       || md5((select string_agg(s::text, ',' order by s.id) from statement s))
       || md5((select string_agg(x::text, ',' order by x.id) from staff_audit x)) as books`,
  )
  return row?.books ?? ''
}

/** What ended at the bank and at the games, by its id. */
async function endedOf(one: Machine): Promise<ReadonlySet<string>> {
  const rows = await one.rows<{ id: string }>(
    `select 'payout ' || id as id from withdrawal where state = 'settled'
     union all select 'transfer ' || id from game_transfer where state = 'confirmed'`,
  )
  return new Set(rows.map((row) => row.id))
}

/** What is there at all, ended or not. */
async function knownTo(one: Machine): Promise<ReadonlySet<string>> {
  const rows = await one.rows<{ id: string }>(
    "select 'payout ' || id as id from withdrawal union all select 'transfer ' || id from game_transfer",
  )
  return new Set(rows.map((row) => row.id))
}

const unknownIn = (said: string) =>
  said
    .split('\n')
    .flatMap((line) => /^(?:payout|transfer)-unknown-here {2}(\w+ [\w-]+)/.exec(line)?.[1] ?? [])

async function live(first: Machine) {
  await first.start()
  const traffic = new Traffic(first)
  await traffic.invite(members)
  say(`${members} members pay in, play and take out for ${seconds} s`)
  let backup = { code: 1, said: '' }
  const end = (async () => {
    await sleep((seconds * 1000) / 2)
    backup = await first.run('backup', underTraffic)
    await sleep((seconds * 1000) / 2)
  })()
  await traffic.runUntil(end)
  await traffic.settle()
  const acts = [...traffic.answered].filter(([what]) => what.startsWith('/wallet/'))
  say(`        ${acts.map(([what, many]) => `${many} × ${what}`).join(', ')}`)
  expect(backup.code === 0, 'a backup is made while money moves', backup.said)
  say(indented(backup.said))
  const whole = await first.run('reconcile', '--all')
  expect(whole.code === 0, 'the books are equal to themselves, the bank and the games', whole.said)
  say(indented(whole.said))
  const second = await first.run('backup', atTheEnd)
  expect(second.code === 0, 'a backup is made at the end', second.said)
  return {
    at: /as of (\S+),/.exec(backup.said)?.[1] ?? '?',
    books: await booksOf(first),
    ended: await endedOf(first),
    head: /Audit chain: (\S+)/.exec(second.said)?.[1] ?? '',
  }
}

/** An older backup: what came after it is known to the outside world alone, and must be told. */
async function comeBackLate(first: Machine, at: string, ended: ReadonlySet<string>): Promise<void> {
  const late = await machine()
  const restored = await late.run('restore', underTraffic)
  expect(
    restored.code === 0,
    'the backup made under traffic is restored onto an empty machine',
    restored.said,
  )
  say(indented(restored.said))
  late.meetWorldOf(first)
  await late.start()
  const known = await knownTo(late)
  const after = [...ended].filter((id) => !known.has(id)).sort()
  const told = await late.run('reconcile', '--release')
  expect(
    unknownIn(told.said).sort().join() === after.join(),
    `the ${after.length} payouts and transfers between ${at} and the end are told, each by its id`,
    told.said,
  )
  expect(
    told.code === 2 && /Payouts are held/.test(told.said),
    'payouts stay held while anything differs',
    told.said,
  )
  await late.stop()
}

/** A backup of the end: equal in everything, and released. */
async function comeBackWhole(first: Machine, books: string, head: string): Promise<Machine> {
  const whole = await machine()
  const restored = await whole.run('restore', atTheEnd)
  expect(restored.code === 0, 'the backup of the end is restored onto an empty machine', restored.said)
  const again = await whole.run('restore', atTheEnd)
  expect(
    again.code === 1 && /not empty/.test(again.said),
    'a second restore on top of it is refused',
    again.said,
  )
  whole.meetWorldOf(first)
  await whole.start()
  expect((await booksOf(whole)) === books, 'its books equal those of the lost machine, row by row')
  const released = await whole.run('reconcile', '--release', '--head', head)
  expect(
    released.code === 0 && /Payouts leave again/.test(released.said),
    'nothing differs from the bank and the games, the chain is whole, and payouts leave again',
    released.said,
  )
  const held = await whole.run('reconcile', '--hold', 'a look outside')
  expect(
    held.code === 0 && held.said.trim() === 'Payouts are held: a look outside.',
    'payouts are held at a word, and nothing is compared for it',
    held.said,
  )
  const freed = await whole.run('reconcile', '--release')
  expect(freed.code === 0 && /Payouts leave again/.test(freed.said), 'and leave again', freed.said)
  return whole
}

async function findPlanted(one: Machine): Promise<void> {
  const subjects: string[] = []
  for (const { sql } of planted) {
    const [row] = await one.rows<{ subject: string }>(sql, true)
    subjects.push(row?.subject ?? 'nothing was planted')
  }
  const { code, said } = await one.run('reconcile', '--all')
  expect(code === 2, 'books that were tampered with are not called equal', said)
  const lines = said.split('\n')
  for (const [place, { what, kind }] of planted.entries()) {
    const line = lines.find((text) => text.startsWith(`${kind}  `) && text.includes(subjects[place] ?? ''))
    expect(line !== undefined, `planted and found: ${what}`, said)
    if (line !== undefined) say(indented(line))
  }
}

try {
  const first = await machine()
  const { at, books, ended, head } = await live(first)
  await first.stop()
  say('the machine is lost')
  await comeBackLate(first, at, ended)
  const whole = await comeBackWhole(first, books, head)
  await findPlanted(whole)
} catch (error) {
  failures += 1
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  for (const one of machines) {
    await one.stop()
    one.remove()
  }
  rmSync(backups, { recursive: true, force: true })
}
say(failures === 0 ? 'nothing was lost, and everything that differs was told' : `${failures} FAILED`)
process.exitCode = failures === 0 ? 0 : 1
