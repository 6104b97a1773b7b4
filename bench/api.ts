// How quick is the server, beside what it could be on this machine? One PostgreSQL, one run, rivals in turns; medians over the rounds.
// Ends with exit code 1 when a limit is not kept.
//
// node bench/api.ts [transfers] [looks] [logins] [start] [growth] [chat]   some parts instead of all
//   --rounds 3 --seconds 3 --members 1000 --clients 1,8,32
//   --pgledger <folder>   a clone of github.com/pgr0ss/pgledger, measured with pgbench in the same run
//   --data <folder>       a database that bench/grow.ts has filled, instead of a new one; growth is measured with it alone
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchChat } from './api/chatting.ts'
import { Limits } from './api/figures.ts'
import { benchGrowth } from './api/growth.ts'
import { benchLogins } from './api/logins.ts'
import { benchLooks } from './api/looks.ts'
import type { Part } from './api/parts.ts'
import { provideRivals } from './api/rivals.ts'
import { benchStart } from './api/starting.ts'
import { benchTransfers } from './api/transfers.ts'
import { provideMembers, startBenchDatabase } from './bench-database.ts'

const PARTS: Readonly<Record<string, Part>> = {
  transfers: benchTransfers,
  looks: benchLooks,
  logins: benchLogins,
  start: benchStart,
  growth: benchGrowth,
  chat: benchChat,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    members: { type: 'string', default: '1000' },
    pgledger: { type: 'string' },
    data: { type: 'string' },
    clients: { type: 'string', default: '1,8,32' },
  },
})
const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS)
for (const name of wanted)
  if (!PARTS[name]) throw new Error(`no part ${name}: ${Object.keys(PARTS).join(', ')}`)

const limits = new Limits()
const database = await startBenchDatabase(values.data)
try {
  const members = await provideMembers(database, Number(values.members))
  await provideRivals(database.url, members)
  const [busy = 0] = loadavg()
  console.log(
    `${cpus().length} cores, load ${busy.toFixed(1)} before the start; ${members} members; ${values.rounds} rounds of ${values.seconds} s each, fsync on`,
  )
  for (const name of wanted)
    await PARTS[name]?.({
      database,
      members,
      isGrown: values.data !== undefined,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      clients: values.clients.split(',').map(Number),
      pgledger: values.pgledger ?? process.env.KAPAO_BENCH_PGLEDGER ?? null,
      limits,
    })
  if (!limits.print()) process.exitCode = 1
} finally {
  await database.stop()
}
