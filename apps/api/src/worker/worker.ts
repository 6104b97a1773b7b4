import type { Logger } from 'pino'
import { lookAtConditions } from '../condition/look.ts'
import type { Database } from '../database/database.ts'
import { FEED_IS_BEHIND, pollFeed } from '../deposit/poll-feed.ts'
import type { FileStore } from '../files/file-store.ts'
import { removeForgottenUploads } from '../files/receive.ts'
import { askDoubtful } from '../games/ask-doubtful.ts'
import { checkTransfersDue } from '../games/check-transfers.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { Operator } from '../operator/operator.ts'
import { lossMarking } from '../refund/loss-mark.ts'
import type { SealKeys } from '../sealing/seal.ts'
import { checkSlipsDue } from '../slip/check-slips.ts'
import { openQrReader } from '../slip/qr-reader.ts'
import { checkVouchersDue } from '../truelink/check-vouchers.ts'
import { payOutDue } from '../withdraw/pay-out.ts'

export interface WorkerParts {
  readonly database: Database
  readonly operator: Operator
  readonly gateways: Gateways
  /** Where the slips' pictures are. */
  readonly files: FileStore
  /** Opens what must be asked about again. */
  readonly sealKeys: SealKeys
  readonly giftKey: Buffer
  readonly log: Logger
}

interface Loop {
  stop(): Promise<void>
  /** Goes round now rather than at the next turn. */
  hurry(): void
}

/**
 * Calls `turn` for ever, `pauseMs` apart, never two at once. What is due lies in the database, so a turn that fails, or a process
 * that dies in one, loses nothing: the next turn finds it still due.
 */
function loop(name: string, pauseMs: number, log: Logger, turn: () => Promise<number | undefined>): Loop {
  let isStopped = false
  let isHurried = false
  let wake: (() => void) | undefined
  async function run(): Promise<void> {
    while (!isStopped) {
      let worked = 0
      try {
        worked = (await turn()) ?? 0
      } catch (error) {
        log.error({ err: error, loop: name }, 'a turn failed')
      }
      // Asked to stop, or to hurry, in the middle of a turn: there is no pause to wake from.
      if (worked > 0 || isStopped || isHurried) {
        isHurried = false
        continue
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = undefined
    }
  }
  const running = run()
  return {
    async stop() {
      isStopped = true
      wake?.()
      await running
    },
    hurry() {
      if (wake) wake()
      else isHurried = true
    },
  }
}

const DUE_PAUSE_MS = 500
const FEED_PAUSE_MS = 2_000
const UPLOADS_PAUSE_MS = 3_600_000
const LOOK_PAUSE_MS = 1_000
const MARK_PAUSE_MS = 2_000

/**
 * The background work of one process that is found in the tables. Any number may run beside each other: each claims what it works on. What is
 * due because of the time alone is the clock's (clock-jobs.ts).
 */
export async function startWorker(parts: WorkerParts): Promise<{ stop(): Promise<void> }> {
  const { database, operator, gateways, files, sealKeys, log } = parts
  const reader = openQrReader()
  const withdrawals = loop('withdrawals', DUE_PAUSE_MS, log, () => payOutDue(database, gateways.bank, log))
  const { providers } = gateways
  const slips = loop('slips', DUE_PAUSE_MS, log, () =>
    checkSlipsDue({ database, operator, providers, bank: gateways.bank, files, reader, log }),
  )
  const vouchers = loop('vouchers', DUE_PAUSE_MS, log, () =>
    checkVouchersDue({ database, operator, providers, vouchers: gateways.vouchers, sealKeys, log }),
  )
  const markLosses = lossMarking({ database, operator, providers })
  const loops = [
    withdrawals,
    slips,
    vouchers,
    loop('transfers', DUE_PAUSE_MS, log, () => checkTransfersDue({ database, operator, providers, log })),
    loop('feed', FEED_PAUSE_MS, log, async () => {
      const read = await pollFeed({ database, operator, providers, bank: gateways.bank, log })
      return read >= FEED_IS_BEHIND ? read : 0
    }),
    // Without a pause while there are members to be marked: what they lose until then counts as lost before.
    loop('losses', MARK_PAUSE_MS, log, async () => ((await markLosses()) === 'goes-on' ? 1 : 0)),
    // These ask the providers: one turn a pause, however much is due.
    loop('conditions', LOOK_PAUSE_MS, log, async () => {
      await lookAtConditions({ database, operator, providers })
      return 0
    }),
    loop('doubts', LOOK_PAUSE_MS, log, async () => {
      await askDoubtful({ database, operator, providers })
      return 0
    }),
    // Of this machine's own folder: no other worker can do it.
    loop('uploads', UPLOADS_PAUSE_MS, log, async () => {
      await removeForgottenUploads()
      return 0
    }),
  ]
  await database.listen('withdrawal', () => withdrawals.hurry())
  await database.listen('slip', () => slips.hurry())
  await database.listen('voucher', () => vouchers.hurry())
  return {
    async stop() {
      await Promise.all(loops.map((one) => one.stop()))
      await reader.close()
    },
  }
}
