import type { IncomingHttpHeaders } from 'node:http'
import type { Call } from '@kapao/contract/call'
import type { Database } from '../database.ts'
import { KEY_SHAPE, type KeptIntent } from '../intent/intent.ts'
import {
  type AuthRefusal,
  authenticate,
  authenticateWithIntent,
  authenticateWithLook,
  type Look,
  type Member,
} from '../session/session.ts'
import { isRefusal } from './refusal.ts'

/** The member who asks, what stood under the key that they brought (without a look there, undefined), and what the call's own look has found. */
export interface Asking {
  readonly member: Member | undefined
  readonly seen: KeptIntent | null | undefined
  readonly looked?: object
}

export const nobody: Asking = { member: undefined, seen: undefined }

/** In one trip to the database, whatever the call needs to know besides. */
export async function findAsking(
  database: Database,
  call: Call,
  headers: IncomingHttpHeaders,
  look: Look<object> | undefined,
): Promise<Asking | AuthRefusal> {
  const { authorization } = headers
  const key = headers['idempotency-key']
  if (call.effect === 'money' && typeof key === 'string' && KEY_SHAPE.test(key))
    return authenticateWithIntent(database, authorization, key.toLowerCase())
  if (look) {
    const found = await authenticateWithLook(database, authorization, look)
    return isRefusal(found) ? found : { ...found, seen: undefined }
  }
  const member = await authenticate(database, authorization)
  return isRefusal(member) ? member : { member, seen: undefined }
}
