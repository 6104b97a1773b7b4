// One run of the embedded PostgreSQL on its cluster, as its keeper starts it.
import { type ChildProcess, spawn } from 'node:child_process'

export type ServerPlan = {
  postgres: string
  cluster: string
  port: number
  user: { uid: number; gid: number } | null
  /** Where it is to be other than ours: {max_connections: '300'}. */
  settings?: Readonly<Record<string, string>>
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // A statement's plan is kept until its tables are looked at anew. One that was made while they were nearly empty reads all of them, and a minute
  // (PostgreSQL's own) is long for tables that were begun a moment ago.
  autovacuum_naptime: '5s',
  // A fifth of the rows that PostgreSQL would look at itself: our plans are the same for any values, and tables that grow quickly are looked at often.
  default_statistics_target: '20',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // What it says beside an error holds the row that was refused: bank accounts, phones.
  log_error_verbosity: 'terse',
}

/** What it says goes to `log`, an open file, or where our own words go. */
export function startServer(plan: ServerPlan, log: number | 'inherit' = 'inherit'): ChildProcess {
  const args = ['-D', plan.cluster, '-p', String(plan.port)]
  for (const [name, value] of Object.entries({ ...settings, ...plan.settings }))
    args.push('-c', `${name}=${value}`)
  return spawn(plan.postgres, args, {
    cwd: '/',
    stdio: ['ignore', log, log],
    // macOS's PostgreSQL refuses to start when the locale is taken from elsewhere.
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    ...(plan.user === null ? {} : { uid: plan.user.uid, gid: plan.user.gid }),
  })
}
