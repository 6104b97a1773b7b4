import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from './database/database.ts'
import { fewOpenFiles } from './environment/open-files.ts'
import { proveFileStore } from './files/open-store.ts'
import { forgetUploads } from './files/receive.ts'
import { proveUploadsFolder } from './files/uploads-folder.ts'
import { openGateways } from './gateways/open.ts'
import { buildApp } from './http/app.ts'
import { listenAt } from './http/listen.ts'
import { openLogger } from './http/logger.ts'
import { refuseDemoAccounts } from './operator/demo-accounts.ts'
import { inventedAccounts } from './operator/invented-accounts.ts'
import { openOperator } from './operator/operator.ts'
import { refuseMisfit } from './operator/region.ts'
import { beginOnMigrated, keepManners } from './process.ts'
import { openRedis } from './redis.ts'
import { refuseForeignSealKey } from './sealing/foreign-seal-key.ts'
import { proveBreachedList } from './session/breached-passwords.ts'
import { staffWithout } from './staff/second-factor.ts'
import { startTracing } from './tracing.ts'

const log = openLogger('api')

beginOnMigrated(log, async (config) => {
  if (config.breachedPasswords !== null) await proveBreachedList(config.breachedPasswords)
  const few = await fewOpenFiles(config.mostConnections)
  if (few !== null) log.warn(few, 'ulimit -n is less than KAPAO_CONNECTIONS and a thousand')
  const stopTracing = await startTracing('kapao-api', config.tracesUrl)
  const database = openDatabase(config.databaseUrl, config.databaseConnections ?? 20)
  await refuseMisfit(database, config.region)
  await proveFileStore(config)
  await proveUploadsFolder()
  await refuseDemoAccounts(database, config)
  await refuseForeignSealKey(database, config.sealKeys)
  const operator = await openOperator(database, (error) => log.error({ err: error }, 'settings not read'))
  const redis =
    config.redisUrl === null
      ? null
      : openRedis(config.redisUrl, (error) => log.error({ err: error }, 'Redis is away'))
  const gateways = openGateways(config.gatewayUrl, config.gatewaySecret)
  const app = await buildApp({ config, database, redis, operator, gateways })
  if (config.production) {
    const staff = await staffWithout(database)
    const { plainLines: variables } = config
    const accounts = inventedAccounts(operator.current())
    if (variables.length > 0) log.warn({ variables }, 'these lead to other machines without TLS')
    if (staff.length > 0) log.warn({ staff }, 'these staff have no second factor')
    if (accounts.length > 0)
      log.warn({ accounts }, 'players are led to accounts that are invented: set your own')
  }
  // By itself here: a worker may be on another machine, or in another container.
  const forgotten = forgetUploads((error) =>
    log.warn({ err: error }, 'uploads that broke off were not removed'),
  )
  await listenAt(app, config)
  keepManners(log, async () => {
    // From now on it says that it is not ready; balancers send the next calls elsewhere, and none meets a closed door.
    app.leave()
    await sleep(config.drainMs)
    await app.close()
    forgotten.stop()
    redis?.close()
    await database.close()
    await stopTracing()
  })
})
