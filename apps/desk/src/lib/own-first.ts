/** Canned replies in the order in which an agent of this language wants them. Pure. */
import type { CannedReply } from '@kapao/contract/desk-tools'

export function isForeign(one: CannedReply, language: CannedReply['language']): boolean {
  return one.language !== '' && one.language !== language
}

/** The agent's language before the others, each as they came. */
export function ownFirst(
  canned: readonly CannedReply[],
  language: CannedReply['language'],
): readonly CannedReply[] {
  return [
    ...canned.filter((one) => !isForeign(one, language)),
    ...canned.filter((one) => isForeign(one, language)),
  ]
}
