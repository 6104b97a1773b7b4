/** Whether this phone has accepted the operator's agreement (spec §3: remember-agreement), for home, which asks, and its sheet. */
import { lookupAgreements } from '@kapao/contract/lookup'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './http.ts'
import { persistent, storageKeys } from './storage.ts'

/** Of an operator without one another server may have an empty text. */
export const agreementsQuery = queryOptions({
  queryKey: ['agreements'],
  queryFn: async ({ signal }) =>
    (await ask(lookupAgreements, { signal })).agreements.filter((html) => html.trim()),
})

export function isAgreementAccepted(): boolean {
  return persistent.get(storageKeys.rememberAgreement) !== null
}

export function acceptAgreement(): void {
  persistent.set(storageKeys.rememberAgreement, 'true')
}
