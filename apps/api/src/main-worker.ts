import { openDatabase } from './database/database.ts'
import { openFileStore, proveFileStore } from './files/open-store.ts'
import { openGateways } from './gateways/open.ts'
import { openLogger } from './http/logger.ts'
import { refuseDemoAccounts } from './operator/demo-accounts.ts'
import { openOperator } from './operator/operator.ts'
import { refuseMisfit } from './operator/region.ts'
import { beginOnMigrated, keepManners } from './process.ts'
import { refuseForeignSealKey } from './sealing/foreign-seal-key.ts'
import { startTracing } from './tracing.ts'
import { startClock } from './worker/clock.ts'
import { clockJobs } from './worker/clock-jobs.ts'
import { startWorker } from './worker/worker.ts'

const log = openLogger('worker')

beginOnMigrated(log, async (config) => {
  const stopTracing = await startTracing('kapao-worker', config.tracesUrl)
  const database = openDatabase(config.databaseUrl, config.databaseConnections ?? 8)
  await refuseMisfit(database, config.region)
  await proveFileStore(config)
  await refuseDemoAccounts(database, config)
  await refuseForeignSealKey(database, config.sealKeys)
  const operator = await openOperator(database, (error) => log.error({ err: error }, 'settings not read'))
  const parts = {
    database,
    operator,
    gateways: openGateways(config.gatewayUrl, config.gatewaySecret),
    files: openFileStore(config),
    sealKeys: config.sealKeys,
    giftKey: config.giftKey,
    log,
  }
  // First: it refuses a database that is not migrated.
  const { databaseUrl } = config
  const clock = await startClock({ databaseUrl, operator, jobs: clockJobs(parts), log })
  const worker = await startWorker(parts)
  log.info('Worker working')
  keepManners(log, async () => {
    await Promise.all([worker.stop(), clock.stop()])
    await database.close()
    await stopTracing()
  })
})
