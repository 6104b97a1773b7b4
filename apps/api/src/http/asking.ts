import type { IncomingHttpHeaders } from 'node:http'
import type { Call } from '@kapao/contract/call'
import type { Database } from '../database/database.ts'
import { KEY_SHAPE, type KeptIntent } from '../intent/intent.ts'
import type { BelievedSession } from '../session/believed.ts'
import {
  type AuthRefusal,
  authenticate,
  authenticateWithIntent,
  authenticateWithLook,
  believeSession,
  type Look,
  type Member,
} from '../session/session.ts'
import { isRefusal } from './refusal.ts'

/** The member who asks, what stood under the key that they brought (without a look there, undefined), and what the call's own look has found. */
export interface Asking {
  readonly member: Member | undefined
  readonly seen: KeptIntent | null | undefined
  readonly looked?: object
  /** Where they are only believed to be this member. */
  readonly session?: BelievedSession
}

export const nobody: Asking = { member: undefined, seen: undefined }

interface Ways {
  readonly look?: Look<object>
  readonly believes?: boolean
}

/** In one trip to the database, whatever the call needs to know besides, or in none. */
export async function findAsking(
  database: Database,
  call: Call,
  headers: IncomingHttpHeaders,
  { look, believes = false }: Ways,
): Promise<Asking | AuthRefusal> {
  const { authorization } = headers
  const key = headers['idempotency-key']
  const hasKey = call.effect === 'money' && typeof key === 'string' && KEY_SHAPE.test(key)
  const session = believes && hasKey ? believeSession(authorization) : null
  // Whether there was such an intent before, the statement that makes one finds out.
  if (session) return { member: session.member, seen: null, session }
  if (hasKey) return authenticateWithIntent(database, authorization, key.toLowerCase())
  if (look) {
    const found = await authenticateWithLook(database, authorization, look)
    return isRefusal(found) ? found : { ...found, seen: undefined }
  }
  const member = await authenticate(database, authorization)
  return isRefusal(member) ? member : { member, seen: undefined }
}
