// The tables and functions that Kapao's transfers are held against, and running them with pgbench.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../../apps/api/src/database/database.ts'
import { type Figures, percentile } from './figures.ts'

const run = promisify(execFile)

/** Double entry as plainly as it can be written: no constraint but the keys, no idempotency, nobody refused. */
export async function provideRivals(url: string, accounts: number): Promise<void> {
  const queries = openDatabase(url, 1)
  const [found] = await queries.query<{ isNew: boolean }>(
    `select to_regclass('bench_account') is null as is_new`,
  )
  const statements = [
    'create table bench_account (id bigint primary key, balance_minor bigint not null)',
    `insert into bench_account select n, 100000000000 from generate_series(1, ${accounts}) n`,
    `create table bench_movement (id bigint generated always as identity primary key, from_account bigint, to_account bigint,
       amount_minor bigint, reference text unique)`,
    `create table bench_entry (id bigint generated always as identity primary key, account_id bigint, amount_minor bigint, movement_id bigint)`,
    'create index on bench_entry (account_id, id)',
    `create function bench_move(p_from bigint, p_to bigint, p_amount bigint, p_reference text) returns text language plpgsql as $$
     declare movement bigint;
     begin
       update bench_account set balance_minor = balance_minor + case id when p_to then p_amount else -p_amount end where id = least(p_from, p_to);
       update bench_account set balance_minor = balance_minor + case id when p_to then p_amount else -p_amount end where id = greatest(p_from, p_to);
       insert into bench_movement (from_account, to_account, amount_minor, reference) values (p_from, p_to, p_amount, p_reference)
         returning id into movement;
       insert into bench_entry (account_id, amount_minor, movement_id) values (p_from, -p_amount, movement), (p_to, p_amount, movement);
       return 'posted';
     end $$`,
  ]
  if (found?.isNew) for (const statement of statements) await queries.query(statement)
  await queries.close()
}

const pickTwo = (accounts: number) => `\\set a random(1, ${accounts})
\\set b 1 + (:a + random(0, ${accounts - 2})) % ${accounts}
\\set r random(1, 1000000000000000)
`

export const sixStatements = (accounts: number) => `${pickTwo(accounts)}\\set low least(:a, :b)
\\set high greatest(:a, :b)
BEGIN;
UPDATE bench_account SET balance_minor = balance_minor - 100 WHERE id = :low;
UPDATE bench_account SET balance_minor = balance_minor + 100 WHERE id = :high;
INSERT INTO bench_movement (from_account, to_account, amount_minor, reference) VALUES (:a, :b, 100, :r::bigint || '-' || :client_id::int);
INSERT INTO bench_entry (account_id, amount_minor, movement_id) VALUES (:a, -100, :r::bigint), (:b, 100, :r::bigint);
END;
`

export const oneFunction = (accounts: number) =>
  `${pickTwo(accounts)}SELECT bench_move(:a, :b, 100, :r::bigint || '-' || :client_id::int);\n`

/** Every transfer touches one row: what Kapao's house accounts must not be. */
export const oneHotAccount = (accounts: number) => `\\set a random(2, ${accounts})
\\set r random(1, 1000000000000000)
SELECT bench_move(1, :a, 100, :r::bigint || '-' || :client_id::int);
`

export const pgledgerFunction = (accounts: number) =>
  `${pickTwo(accounts)}SELECT * FROM pgledger_create_transfer('pgla_' || :a::int, 'pgla_' || :b::int, 1.00);\n`

/**
 * pgledger from a clone of its repository (github.com/pgr0ss/pgledger), in a database of its own beside ours. Answers that database's address.
 */
export async function addPgledger(url: string, clone: string, accounts: number): Promise<string> {
  const parts = ['uuid-to-ulid.sql', 'ulid-to-uuid.sql'].map((name) =>
    join(clone, 'vendor/scoville-pgsql-ulid', name),
  )
  const files = [...parts, join(clone, 'pgledger.sql')]
  for (const file of files)
    if (!existsSync(file)) throw new Error(`no clone of pgledger: ${file} is not there`)
  const address = new URL(url)
  address.pathname = '/kapao_bench_pgledger'
  await asked(url, 'drop database if exists kapao_bench_pgledger')
  await asked(url, 'create database kapao_bench_pgledger')
  for (const file of files) await asked(address.href, readFileSync(file, 'utf8'))
  await asked(
    address.href,
    `insert into pgledger_accounts (id, name, currency, balance, allow_negative_balance, allow_positive_balance, created_at, updated_at)
     select 'pgla_' || n, 'bench', 'THB', 1000000, true, true, now(), now() from generate_series(1, ${accounts}) n`,
  )
  return address.href
}

async function asked(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
}

export async function byPgbench(
  folder: string,
  url: string,
  script: string,
  clients: number,
  seconds: number,
): Promise<Figures> {
  const path = join(folder, 'pgbench.sql')
  const log = join(folder, 'pgbench-log')
  writeFileSync(path, script)
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', path]
  const { stdout } = await run('pgbench', [...args, '-l', '--log-prefix', log, url])
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  const files = readdirSync(folder).filter((name) => name.startsWith('pgbench-log'))
  const times = files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Number(line.split(' ')[2]) / 1000),
  )
  for (const name of files) rmSync(join(folder, name))
  return { perSecond, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
}
