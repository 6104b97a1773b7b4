import * as account from './account.ts'
import * as autoLogin from './auto-login.ts'
import * as bonus from './bonus.ts'
import * as bonusActive from './bonus-active.ts'
import type { Call } from './call.ts'
import * as chat from './chat.ts'
import * as invite from './invite.ts'
import * as login from './login.ts'
import * as lookup from './lookup.ts'
import * as promotion from './promotion.ts'
import * as qrcode from './qrcode.ts'
import * as refund from './refund.ts'
import * as service from './service.ts'
import * as slip from './slip.ts'
import * as spinwheel from './spinwheel.ts'
import * as spinwheelActive from './spinwheel-active.ts'
import * as statement from './statement.ts'
import * as truelink from './truelink.ts'
import * as wallet from './wallet.ts'

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Every call of the wire by its name: for the server, the reference page and the tests, never for a screen. */
export const calls: ReadonlyMap<string, Call> = new Map(
  [
    account,
    autoLogin,
    bonus,
    bonusActive,
    chat,
    invite,
    login,
    lookup,
    promotion,
    qrcode,
    refund,
    service,
    slip,
    spinwheel,
    spinwheelActive,
    statement,
    truelink,
    wallet,
  ].flatMap((group) =>
    Object.entries(group).flatMap(([name, value]): [string, Call][] =>
      isCall(value) ? [[name, value]] : [],
    ),
  ),
)
