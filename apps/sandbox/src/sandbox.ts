import { join } from 'node:path'
import Fastify, { LogController } from 'fastify'
import { addAssets } from './assets.ts'
import { addBankRoutes } from './bank/bank-routes.ts'
import { Feed } from './bank/feed.ts'
import { BankLedger } from './bank/ledger.ts'
import { introduceOperator } from './bank/operator-accounts.ts'
import { Payouts } from './bank/payouts.ts'
import { Qrs } from './bank/qrs.ts'
import { addConsoleRoutes } from './console/console-routes.ts'
import { addControlRoutes } from './control/control-routes.ts'
import { FaultSwitches } from './faults/fault-switches.ts'
import { GameAccounts } from './games/accounts.ts'
import { addGameRoutes } from './games/game-routes.ts'
import { addPlayRoutes } from './games/play-routes.ts'
import { GameTransfers } from './games/transfers.ts'
import { addBodyParsers, addErrorAnswers, addGuards } from './guards.ts'
import { refuseUnsigned } from './signature.ts'
import { SmsBox } from './sms/sms-box.ts'
import { addSmsRoutes } from './sms/sms-routes.ts'
import { Store } from './store.ts'
import { type Clock, realClock, Timing } from './timing.ts'
import { addVoucherRoutes } from './vouchers/voucher-routes.ts'
import { Vouchers } from './vouchers/vouchers.ts'
import type { Region, World } from './world.ts'

export type SandboxOptions = {
  /** 0 takes any free port; `Sandbox.url` says which. */
  readonly port: number
  /** The sandbox keeps `sandbox/<region>.sqlite` in it. */
  readonly dataDir: string
  /** Where the bank's feed is sent: `{apiUrl}/gateway/bank-feed`. */
  readonly apiUrl: string
  readonly feedSecret: string
  /** What the operator signs each request to a gateway with; without it nobody's signature is looked at. */
  readonly gatewaySecret?: string
  readonly region: Region
  /** 1 is real time; 0.01 makes a hang of 30 s one of 0.3 s. */
  readonly timeScale: number
  readonly clock?: Clock
  readonly isLogging?: boolean
}

export type Sandbox = {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
}

const BODY_LIMIT_BYTES = 64 * 1024

function createWorld(options: SandboxOptions): World {
  const { region, apiUrl, feedSecret } = options
  const store = new Store(join(options.dataDir, 'sandbox', `${region}.sqlite`))
  const timing = new Timing(options.timeScale, options.clock ?? realClock)
  const faults = new FaultSwitches(store)
  const ledger = new BankLedger(store, region)
  introduceOperator(ledger, region)
  const feed = new Feed({ store, ledger, faults, timing, apiUrl, secret: feedSecret })
  const accounts = new GameAccounts(store, faults, timing)
  return {
    ...{ region, store, timing, faults, ledger, feed, accounts },
    sms: new SmsBox(store),
    payouts: new Payouts(store, ledger, faults, timing),
    qrs: new Qrs(store, ledger, feed, faults, timing),
    transfers: new GameTransfers(store, accounts, faults, timing),
    vouchers: new Vouchers(store, faults),
  }
}

/** Starts the whole outside world in this process, on 127.0.0.1. Rejects when the port is taken or the folder unwritable. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const world = createWorld(options)
  const app = Fastify({
    logger: options.isLogging ?? false,
    // No line per request: paths hold phones and one-time links.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    bodyLimit: BODY_LIMIT_BYTES,
  })
  addBodyParsers(app)
  addErrorAnswers(app)
  addGuards(app)
  addAssets(app)
  const { gatewaySecret } = options
  app.register(async (gateways) => {
    if (gatewaySecret) refuseUnsigned(gateways, gatewaySecret)
    addSmsRoutes(gateways, world)
    addBankRoutes(gateways, world)
    addGameRoutes(gateways, world)
    addVoucherRoutes(gateways, world)
  })
  addPlayRoutes(app, world)
  addControlRoutes(app, world)
  addConsoleRoutes(app, world)
  const close = async (): Promise<void> => {
    world.timing.stop()
    await app.close()
    world.store.close()
  }
  try {
    await app.listen({ host: '127.0.0.1', port: options.port })
  } catch (error) {
    await close()
    throw error
  }
  world.timing.everyTick(() => {
    world.payouts.work()
    world.transfers.work()
    world.feed.work()
  })
  const address = app.server.address()
  const port = address !== null && typeof address !== 'string' ? address.port : options.port
  return { url: `http://127.0.0.1:${port}`, port, close }
}
