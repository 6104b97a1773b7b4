import { onDatabase, say, wordsOf } from './command-line.ts'
import { runDepositCommand } from './deposit/command.ts'
import { readConfig } from './environment/config.ts'
import { openGateways } from './gateways/open.ts'
import { openOperator } from './operator/operator.ts'

const warn = (message: string) => void process.stderr.write(`${message}\n`)

/** A bonus that the deposit begins, or that runs, is judged by what the games hold now. The money does not depend on it, so that it is told and no more. */
const log = {
  error: (details: unknown) => {
    const why = typeof details === 'object' && details !== null && 'err' in details ? details.err : details
    warn(`The games were not asked before the deposit: ${wordsOf(why)}`)
  },
}

await onDatabase(8, async (database) => {
  const config = readConfig(process.env)
  const operator = await openOperator(database, (error) => warn(`settings not read: ${String(error)}`))
  const { providers } = openGateways(config.gatewayUrl, config.gatewaySecret)
  say(await runDepositCommand({ database, operator, providers, log }, process.argv.slice(2)))
})
