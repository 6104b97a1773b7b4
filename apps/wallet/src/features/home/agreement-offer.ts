import { after } from '@kapao/browser/timers'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { agreementsQuery, isAgreementAccepted } from '../../lib/agreement.ts'
import { useChatDoor } from '../../lib/chat-door.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { openSheet, useOpenSheet } from '../../lib/member-sheets.ts'
import { mending } from '../../lib/mending.ts'

const DELAY_MS = 1_500

/**
 * Shows the agreement once after home has come up (spec §9), unless it was accepted; never over another sheet, and never an empty one. It draws
 * nothing: with home itself watching the sheets, all of it would be drawn anew in the tap that opens one.
 */
export function AgreementOffer(): null {
  const queries = useQueryClient()
  const hasShown = useRef(false)
  // Nor over a chat: a tap or an Enter that was meant for it would accept what nobody has read.
  const isChatting = useChatDoor().isOpen
  const sheet = useOpenSheet()
  const isFree = sheet === null && !isChatting
  const before = useRef(sheet)
  useEffect(() => {
    // A tap that was on its way as it came has opened another one in its place: it has been seen by nobody.
    if (before.current?.kind === 'agreement' && sheet === null) hasShown.current = true
    before.current = sheet
  }, [sheet])
  useEffect(() => {
    if (!isFree || hasShown.current || isAgreementAccepted()) return
    let isLeft = false
    let stop = () => {}
    const wait = (ms = DELAY_MS) => {
      stop = after(ms, offer)
    }
    function offer() {
      // Over what says why there is no wallet it would only be in the way.
      if (!queries.getQueryData(walletQuery.queryKey)) return wait()
      queries.fetchQuery(agreementsQuery).then(
        (agreements) => {
          if (isLeft || hasShown.current || agreements.length === 0) return
          // A question of home's own is no sheet's.
          if (document.querySelector('dialog[open]')) return wait()
          openSheet({ kind: 'agreement' })
        },
        // Silent (spec §8).
        () => {
          const query = queries.getQueryCache().find({ queryKey: agreementsQuery.queryKey })
          const pauseMs = query && mending(query)
          if (!isLeft && pauseMs) wait(pauseMs)
        },
      )
    }
    wait()
    return () => {
      isLeft = true
      stop()
    }
  }, [isFree, queries])
  return null
}
