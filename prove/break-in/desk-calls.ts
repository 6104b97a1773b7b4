import type { Call } from '@kapao/contract/call'
import * as desk from '@kapao/contract/desk'
import * as admin from '@kapao/contract/desk-admin'
import type { DeskAccess } from '@kapao/contract/desk-call'
import * as member from '@kapao/contract/desk-member'
import * as tools from '@kapao/contract/desk-tools'

export type DeskCall = Call & { readonly access: DeskAccess }

function isDeskCall(value: unknown): value is DeskCall {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}

/** Every call of the desk, so that a new one is asked without being named here. */
export const deskCalls: readonly (readonly [string, DeskCall])[] = [desk, member, tools, admin].flatMap(
  (group) =>
    Object.entries(group).flatMap(([name, value]): [string, DeskCall][] =>
      isDeskCall(value) ? [[name, value]] : [],
    ),
)
