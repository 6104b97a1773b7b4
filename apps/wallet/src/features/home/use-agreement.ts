import { after } from '@kapao/browser/timers'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { agreementsQuery, isAgreementAccepted } from '../../lib/agreement.ts'
import { openSheet, useOpenSheet } from '../../lib/member-sheets.ts'

const DELAY_MS = 1_500

/** Shows the agreement once after home has come up (spec §9), unless it was accepted; never over another sheet, and never an empty one. */
export function useAgreement(): void {
  const queries = useQueryClient()
  const hasShown = useRef(false)
  const isFree = useOpenSheet() === null
  useEffect(() => {
    if (!isFree || hasShown.current || isAgreementAccepted()) return
    let isLeft = false
    const stop = after(DELAY_MS, () => {
      queries.fetchQuery(agreementsQuery).then(
        ({ agreements }) => {
          if (isLeft || hasShown.current || agreements.length === 0) return
          hasShown.current = true
          openSheet({ kind: 'agreement' })
        },
        // Silent (spec §8): home asks again the next time.
        () => undefined,
      )
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [isFree, queries])
}
