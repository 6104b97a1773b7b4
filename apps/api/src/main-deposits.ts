import { readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { DepositCommandError, runDepositCommand } from './deposit/command.ts'
import { openGateways } from './gateways/open.ts'
import { openOperator } from './operator/operator.ts'
import { databaseMisfit } from './operator/region.ts'

const tell = (message: string) => void process.stderr.write(`${message}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const database = openDatabase(config.databaseUrl, 8)
  try {
    const misfit = await databaseMisfit(database, config.region)
    if (misfit !== null) throw new DepositCommandError(misfit)
    const operator = await openOperator(database, (error) => tell(`settings not read: ${String(error)}`))
    const { providers } = openGateways(config.gatewayUrl, config.gatewaySecret)
    // A bonus that the deposit begins, or that runs, is judged by what the games hold now; the money does not depend on it.
    const log = { error: () => tell('The games were not asked before the deposit.') }
    const words = process.argv.slice(2)
    process.stdout.write(`${await runDepositCommand({ database, operator, providers, log }, words)}\n`)
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  process.exitCode = 1
  tell(error instanceof Error ? error.message : String(error))
})
