/** A failure in the player's words where money was to be moved: whether it was is not always known. */

import type { Failure } from '@kapao/browser/http'
import { errorText } from './error-text.ts'
import type { Text } from './i18n.ts'
import { isOutcomeUnknown } from './intent.ts'

export function moneyErrorText(t: Text, failure: Failure): string {
  const what = errorText(t, failure)
  return isOutcomeUnknown(failure) ? `${what} ${t('errors.perhaps-done')}` : what
}
