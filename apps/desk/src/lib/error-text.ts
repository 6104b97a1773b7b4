/** A failure in the agent's words. The texts of the codes are `errors.<CODE>`. */
import { type Failure, SendFailure } from '@kapao/browser/http'
import type { RefusalsOf } from '@kapao/contract/call'
import type { RefusalCode } from '@kapao/contract/codes'
import type {
  assignConversation,
  changeDeskPassword,
  deskLogin,
  deskSend,
  deskUpload,
} from '@kapao/contract/desk'
import type { createCanned } from '@kapao/contract/desk-tools'
import { isTextKey, type Text, type TextKey } from './i18n.ts'

/** What any call may be answered, whatever it declares. */
type GeneralCode = Extract<RefusalCode, 'gone' | 'REQUEST_LIMIT' | 'OVERLOADED' | 'INTERNAL_SERVER_ERROR'>
type DeskCode =
  | GeneralCode
  | RefusalsOf<
      | typeof deskLogin
      | typeof changeDeskPassword
      | typeof deskSend
      | typeof deskUpload
      | typeof assignConversation
      | typeof createCanned
    >
type Worded<Key extends TextKey> = Key

/** A code of the desk's calls that has no text does not compile here. */
function isWorded(key: string): key is Worded<`errors.${DeskCode}`> {
  return isTextKey(key)
}

/** Somebody else was first: what was to be changed is not what it was when the agent chose. */
export function isChangedMeanwhile(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.message === 'CHANGED_MEANWHILE'
}

export function errorText(t: Text, failure: Failure): string {
  if (failure.kind !== 'refused') return t(`errors.${failure.kind}`)
  const key = `errors.${failure.message}`
  return isWorded(key) ? t(key, { seconds: failure.retryAfter ?? 60 }) : failure.message
}

/** The same for what a query threw. Anything else that was thrown is a fault of ours, told as an answer that makes no sense. */
export function failureText(t: Text, thrown: unknown): string {
  return errorText(
    t,
    thrown instanceof SendFailure ? thrown.failure : { kind: 'not-understood', status: 0, came: 'something' },
  )
}
