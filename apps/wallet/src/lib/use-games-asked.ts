/** What the games hold is last known figures until they were asked: a sheet that goes by them asks once, when it has come up. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkBalance } from './check-balance.ts'
import { untilAnswered } from './until-answered.ts'

interface Game {
  readonly code: string
  readonly isActive: boolean
}

export interface GamesAsked {
  readonly isAsking: boolean
  /** The codes of the games that did not answer: their figure is an old one. */
  readonly silent: readonly string[]
  /** Nobody could be asked: that says nothing about any game. */
  readonly isOutOfReach?: true
}

const none: GamesAsked = { isAsking: false, silent: [] }

/** Asks nobody while there are no open games, or none are known yet. Unasked for, so it fails in silence: then all of them are silent. */
export function useGamesAsked(games: readonly Game[] = []): GamesAsked {
  const queries = useQueryClient()
  const open = games.filter(({ isActive }) => isActive).map(({ code }) => code)
  const hasOpen = open.length > 0
  const [failed, setFailed] = useState<readonly string[] | 'all' | null>(null)
  useEffect(() => {
    if (!hasOpen) return
    return untilAnswered(
      () => checkBalance(queries),
      (answer) => setFailed(answer.failed),
      () => setFailed('all'),
    )
  }, [hasOpen, queries])
  if (!hasOpen) return none
  if (failed === null) return { isAsking: true, silent: [] }
  return failed === 'all'
    ? { isAsking: false, silent: open, isOutOfReach: true }
    : { isAsking: false, silent: failed }
}
