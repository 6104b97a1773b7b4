// The real HTTP server with every provider saying yes at once in the same process: what is measured is Kapao, not a provider.

import { openDatabase } from '../../apps/api/src/database/database.ts'
import { readConfig } from '../../apps/api/src/environment/config.ts'
import type { GameProvider } from '../../apps/api/src/gateways/game-provider.ts'
import { openGateways } from '../../apps/api/src/gateways/open.ts'
import { buildApp } from '../../apps/api/src/http/app.ts'
import { openOperator } from '../../apps/api/src/operator/operator.ts'

const agreeable: GameProvider = {
  createAccount: async () => ({ kind: 'confirmed' }),
  setPassword: async () => ({ kind: 'confirmed' }),
  balance: async () => null,
  transfer: async ({ credits }) => ({ kind: 'confirmed', credits, balance: null }),
  listTransfers: async () => 'none',
  cancelTransfer: async () => ({ kind: 'unknown', reason: 'none' }),
  transferStanding: async () => ({ kind: 'not-found' }),
  launch: async () => null,
  loginForm: async () => null,
}

const config = readConfig(process.env)
const database = openDatabase(config.databaseUrl, 24)
const operator = await openOperator(database, () => undefined)
const gateways = { ...openGateways(config.gatewayUrl), providers: () => agreeable }
const app = await buildApp({ config, database, operator, gateways })
await app.listen({ host: '127.0.0.1', port: config.port })
process.send?.({ ready: true })
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
