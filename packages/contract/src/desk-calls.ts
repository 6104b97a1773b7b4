import * as desk from './desk.ts'
import * as admin from './desk-admin.ts'
import type { DeskCall } from './desk-call.ts'
import * as member from './desk-member.ts'
import * as tools from './desk-tools.ts'

function isDeskCall(value: unknown): value is DeskCall {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}

/** Every call of the desk by its name: for tests, so that a new one is asked without being named there, never for a screen. */
export const deskCalls: ReadonlyMap<string, DeskCall> = new Map(
  [desk, member, tools, admin].flatMap((group) =>
    Object.entries(group).flatMap(([name, value]): [string, DeskCall][] =>
      isDeskCall(value) ? [[name, value]] : [],
    ),
  ),
)
