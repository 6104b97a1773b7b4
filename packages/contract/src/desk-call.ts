import * as v from 'valibot'
import { type Call, call } from './call.ts'
import type { RefusalCode } from './codes.ts'

/**
 * The support desk's own calls: private to this server and its desk (apps/desk), no part of the wallet's wire. Who asks is told by a
 * cookie that no script can read (httpOnly, SameSite=Strict), set by `deskLogin`; every call carries `X-Requested-With: kapao`.
 */

export const staffRoles = ['agent', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Who may call: anyone, whoever is logged in, or an admin. */
export type DeskAccess = 'anyone' | 'agent' | 'admin'

export type DeskCall = Call & { readonly access: DeskAccess }

/** UNAUTHORIZED: not logged in. EXPIRED_AUTH_TOKEN: logged in once, not any more. NOT_ALLOWED: another role's call. */
const commonRefusals = ['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'NOT_ALLOWED', 'BAD_REQUEST'] as const

interface Declared<Path extends string, Body, Answer, Refusals> {
  readonly method: Call['method']
  readonly path: Path
  readonly access?: DeskAccess
  /** What `reads` a page may ask by itself. Only what `writes` is a sign that somebody sits there, and keeps their session from its end for want of use. */
  readonly effect: 'reads' | 'writes'
  readonly file?: string
  readonly body: Body
  readonly answer: Answer
  readonly refusals: readonly Refusals[]
}

// @__NO_SIDE_EFFECTS__
export function deskCall<
  const Path extends string,
  const Body extends v.GenericSchema | null,
  const Answer extends v.GenericSchema,
  const Refusals extends RefusalCode,
>({ access = 'agent', refusals, ...declared }: Declared<Path, Body, Answer, Refusals>) {
  const common: readonly (Refusals | (typeof commonRefusals)[number])[] = [...commonRefusals, ...refusals]
  return { ...call({ ...declared, token: false, refusals: common }), access }
}

/** `name` logs in and is never shown to customers; `displayName` is. */
export const staff = /* @__PURE__ */ v.object({
  staffId: v.string(),
  name: v.string(),
  displayName: v.string(),
  role: v.picklist(staffRoles),
})
export type Staff = v.InferOutput<typeof staff>

export const colleague = /* @__PURE__ */ v.object({ staffId: v.string(), displayName: v.string() })
