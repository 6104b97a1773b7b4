import { readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { openGateways } from './gateways/open.ts'
import { buildApp } from './http/app.ts'
import { openLogger } from './http/logger.ts'
import { openOperator } from './operator/operator.ts'
import { begin, keepManners } from './process.ts'

const log = openLogger('api')

begin(log, async () => {
  const config = readConfig(process.env)
  const database = openDatabase(config.databaseUrl)
  const operator = await openOperator(database, (error) => log.error({ err: error }, 'settings not read'))
  const app = await buildApp({ config, database, operator, gateways: openGateways(config.gatewayUrl) })
  await app.listen({ host: config.host, port: config.port })
  keepManners(log, async () => {
    await app.close()
    await database.close()
  })
})
