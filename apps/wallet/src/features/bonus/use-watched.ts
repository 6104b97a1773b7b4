import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type ActiveBonus, isHolding } from '../../lib/condition.ts'
import { useText } from '../../lib/i18n.ts'
import { statementsQuery } from '../../lib/statements-query.ts'
import { untilAnswered } from '../../lib/until-answered.ts'
import { bonusesQuery } from './bonus-queries.ts'
import { isSameStanding, wasMet } from './bonus-rules.ts'

/**
 * What comes while the page is open: a bonus that begins or ends changes its card, and one whose goal was reached would be gone without a word. `isCancelling`:
 * what becomes of it is told in its own place, and the last end that stands in the statement may be of a bonus before it.
 */
export function useWatched(active: ActiveBonus | undefined, isCancelling: boolean): void {
  const t = useText()
  const queries = useQueryClient()
  const last = useRef(active)
  const wasCancelling = useRef(false)
  const stopLooking = useRef(() => {})
  const watch = useEffectEvent((now: ActiveBonus) => {
    const before = last.current
    last.current = now
    if (before === undefined || isSameStanding(before, now)) return
    stopLooking.current()
    // After what was done here it is being asked for already.
    void queries.invalidateQueries({ queryKey: bonusesQuery.queryKey }, { cancelRefetch: false })
    if (!isHolding(before) || now.status || isCancelling || wasCancelling.current) return
    stopLooking.current = untilAnswered(
      () => queries.fetchQuery({ ...statementsQuery(1), staleTime: 0 }),
      ({ statements }) => void (wasMet(statements) && toast.success(t('bonus.met'))),
    )
  })
  useEffect(() => () => stopLooking.current(), [])
  useEffect(() => {
    if (active) watch(active)
  }, [active])
  // After that: the question may close with the very answer that says that the bonus is gone.
  useEffect(() => {
    wasCancelling.current = isCancelling
  }, [isCancelling])
}
