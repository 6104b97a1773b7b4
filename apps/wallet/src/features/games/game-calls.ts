import { SendFailure } from '@kapao/browser/http'
import type { AnswerOf } from '@kapao/contract/call'
import { activateGame, getGameAccount, type getWallet, resetGamePassword } from '@kapao/contract/wallet'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefusal } from '../../lib/error-text.ts'
import { ask, send } from '../../lib/http.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import { notForever, walletQuery } from '../../lib/member-queries.ts'

export type Game = AnswerOf<typeof getWallet>['slots'][number]

/** Username and password, forgotten as soon as nothing shows them. */
export const gameAccountQuery = (code: string) =>
  queryOptions({
    queryKey: ['game-account', code],
    queryFn: ({ signal }) => ask(getGameAccount, { params: { code }, signal }),
    gcTime: 0,
  })

/** With what is known of the ways in: some accounts come with a form. */
export type GameToEnter = Game & { readonly hasForm: boolean }

/** Opens the account. Pending until the wallet knows it too, so that the sheet goes straight from one state to the other; but not forever. */
export function useActivation(code: string) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const result = await send(activateGame, { params: { code } })
      // Also after a failure: a lost answer may belong to an account that is open now.
      await notForever(queries.invalidateQueries({ queryKey: walletQuery.queryKey }))
      if (!result.ok && !isRefusal(result.failure, 'SLOT_ALREADY_ACTIVE')) {
        throw new SendFailure(result.failure)
      }
    },
  })
}

/** Makes a new password at the provider. Unless that was refused, the one on the screen is none any more: the account is forgotten and asked for again. */
export function useResetPassword(code: string) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: () => ask(resetGamePassword, { params: { code } }),
    onSettled(_answer, error) {
      if (error instanceof SendFailure && !isOutcomeUnknown(error.failure)) return
      // Not waited for: without a line it would keep what was done from being told.
      void queries.resetQueries({ queryKey: gameAccountQuery(code).queryKey })
    },
  })
}
