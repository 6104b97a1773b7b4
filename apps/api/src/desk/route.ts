import type { DeskCall } from '@kapao/contract/desk-call'
import type { FastifyRequest } from 'fastify'
import type { DrawDesk } from '../chat/draw-desk.ts'
import type { Teller } from '../chat/teller.ts'
import type { Region } from '../environment/config.ts'
import type { FileStore } from '../files/file-store.ts'
import { isMarked } from '../http/marker.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { type Handler, type MountOptions, mount, type RouteContext } from '../http/route.ts'
import type { SealKeys } from '../sealing/seal.ts'
import { authenticateStaff, type StaffMember } from '../staff/session.ts'

export interface DeskContext extends RouteContext {
  readonly files: FileStore
  readonly drawDesk: DrawDesk
  readonly teller: Teller
  /** Whether the desk's cookie is for https and this host alone. */
  readonly isSecure: boolean
  readonly sealKeys: SealKeys
  readonly region: Region
  /** Whether one of the staff without a second factor is refused. */
  readonly needsSecondFactor: boolean
  /** A file that no password of staff may be in; null for none. */
  readonly breachedPasswords: string | null
}

type Guarded<C extends DeskCall> = C['access'] extends 'anyone' ? StaffMember | null : StaffMember

interface Options<C extends DeskCall> extends Pick<MountOptions<C>, 'maxFileBytes'> {
  /** What else is looked at before anything of the request is read. */
  readonly admit?: (request: FastifyRequest, staff: StaffMember) => Promise<Refusal | null>
}

/** Puts one of the desk's calls on the server: `guarded` is the one of the staff who asks. */
export function mountDesk<C extends DeskCall>(
  context: DeskContext,
  call: C,
  handler: Handler<C, Guarded<C>>,
  { admit, ...options }: Options<C> = {},
): void {
  async function guard(request: FastifyRequest): Promise<Guarded<C> | Refusal> {
    if (!isMarked(request)) return refuse('NOT_ALLOWED')
    const staff = await authenticateStaff(context.database, {
      cookies: request.headers.cookie,
      isSecure: context.isSecure,
      isDoing: call.effect === 'writes',
    })
    // Null is for calls that anyone may make, which is what Guarded<C> says of them.
    if ('refused' in staff) return call.access === 'anyone' ? (null as Guarded<C>) : staff
    if (call.access === 'admin' && staff.role !== 'admin') return refuse('NOT_ALLOWED')
    return (await admit?.(request, staff)) ?? staff
  }
  mount<C, Guarded<C>>(context, call, handler, { ...options, guard })
}
