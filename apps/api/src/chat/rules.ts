import type { KnownMessage } from '@kapao/contract/chat'
import { customerMessage, FILE_PATH_SHAPE, messageOfDesk } from '@kapao/contract/sendable'
import * as v from 'valibot'
import { type Refusal, refuse } from '../http/refusal.ts'

/** `mountChatFiles` serves it. Null for what is no path of a file that was uploaded here. */
export function fileNameOf(path: string): string | null {
  return FILE_PATH_SHAPE.exec(path)?.[1] ?? null
}

const byWholeAddress = v.object({
  message_type: v.literal('media'),
  payload: v.looseObject({ url: v.literal(true), filePath: v.string() }),
})

/** A message whose file is at this API, by its path: a wallet on another origin may have written its whole address. Others are left as they are. */
export function withOwnPath(message: unknown, ownOrigin: string): unknown {
  if (!v.is(byWholeAddress, message)) return message
  const address = URL.parse(message.payload.filePath)
  if (address?.origin !== ownOrigin) return message
  const filePath = `${address.pathname}${address.search}`
  return { ...message, payload: { ...message.payload, url: false, filePath } }
}

/** A customer's message with nothing in it but what its kind has; texts stay as they were typed, whatever they look like. */
export function judgeCustomerMessage(message: unknown): KnownMessage | Refusal<'BAD_REQUEST'> {
  return judge(customerMessage, message)
}

/** A message of the desk's with nothing in it but what its kind has. */
export function judgeDeskMessage(message: unknown): KnownMessage | Refusal<'BAD_REQUEST'> {
  return judge(messageOfDesk, message)
}

function judge(
  kinds: typeof customerMessage | typeof messageOfDesk,
  message: unknown,
): KnownMessage | Refusal<'BAD_REQUEST'> {
  const parsed = v.safeParse(kinds, message)
  if (!parsed.success) return refuseMessage(parsed.issues)
  const { output } = parsed
  if (output.message_type !== 'media') return output
  return { ...output, payload: { ...output.payload, message: output.payload.message ?? '' } }
}

function refuseMessage(issues: readonly v.BaseIssue<unknown>[]): Refusal<'BAD_REQUEST'> {
  const path = issues[0]?.path?.map((part) => String(part.key)).join('.')
  return refuse('BAD_REQUEST', { field: path ? `message.${path}` : 'message' })
}
