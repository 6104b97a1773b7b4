import { WALLET_PERIOD_MS } from '../../lib/begun.ts'
import type { Wallet } from './game-groups.ts'

const WATCH_PERIOD_MS = 4_000
/** Most of what is on its way is there by then; what is not takes minutes, or hours. */
const WATCHED_FOR_MS = 60_000

type Told = Pick<Wallet, 'onItsWay' | 'onItsWayToBank'>

/** How long until home asks for its figures again: more often for a while from when it first sees money on its way. */
export function createWalletPeriod(): (wallet: Told | undefined, nowMs: number) => number {
  let sinceMs: number | null = null
  return (wallet, nowMs) => {
    const isOnItsWay = wallet?.onItsWay !== undefined || wallet?.onItsWayToBank !== undefined
    sinceMs = isOnItsWay ? (sinceMs ?? nowMs) : null
    return sinceMs !== null && nowMs - sinceMs < WATCHED_FOR_MS ? WATCH_PERIOD_MS : WALLET_PERIOD_MS
  }
}
