/** One slip: sends it, asks what became of it until that is known, and drives the machine. */
import { uploadSlip } from '@kapao/contract/slip'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { createIntent } from '../../lib/intent.ts'
import { mending } from '../../lib/mending.ts'
import { currentToken } from '../../lib/session-token.ts'
import { upload } from '../../lib/upload.ts'
import { watchedSlipQuery } from './slip-calls.ts'
import { firstSlipState, nextSlipState, type SlipMachine, type SlipRow } from './slip-machine.ts'
import { savedReference, saveReference } from './slip-saved.ts'

const POLL_MS = 2500
/** A slip that waits for its bank is asked for less often. */
const SLOW_POLL_MS = 10_000
const QUICK_POLLS = 24

export interface Slip {
  readonly state: SlipMachine
  readonly choose: (file: File) => void
  readonly send: () => Promise<void>
  readonly cancel: () => void
  readonly startOver: () => void
}

export function useSlip(): Slip {
  const [state, dispatch] = useReducer(nextSlipState, null, () => firstSlipState(savedReference()))
  const [intent] = useState(() => createIntent('slip'))
  const sending = useRef<AbortController | null>(null)
  useWatchedSlip(state, (slips) => dispatch({ type: 'listed', slips }))
  const isOver = state.at === 'credited' || state.at === 'failed'
  useEffect(() => {
    if (isOver) saveReference(null)
  }, [isOver])

  async function send() {
    if (state.at !== 'chosen') return
    const { file } = state
    const token = currentToken()
    const leaving = new AbortController()
    sending.current = leaving
    dispatch({ type: 'send' })
    const result = await upload(uploadSlip, {
      file,
      intent: intent.keyFor(`${file.name}:${file.size}:${file.lastModified}`),
      signal: leaving.signal,
      onProgress: (part) => dispatch({ type: 'sent-part', part }),
    }).catch((): null => null)
    sending.current = null
    // Cancelled: it may have arrived, so the same picture keeps its key.
    if (result === null) return dispatch({ type: 'not-sent', trouble: 'cancelled' })
    intent.settle(result)
    if (!result.ok) return dispatch({ type: 'not-sent', trouble: result.failure })
    // The session may have ended by now: another member's sheet would not go on from here.
    const { reference } = result.answer
    if (currentToken() === token) saveReference(reference || null)
    dispatch({ type: 'arrived', reference })
  }

  return {
    state,
    choose: (file) => dispatch({ type: 'chose', file }),
    send,
    cancel: () => sending.current?.abort(),
    startOver: () => {
      saveReference(null)
      dispatch({ type: 'start-over' })
    },
  }
}

function useWatchedSlip(state: SlipMachine, listed: (slips: readonly SlipRow[]) => void): void {
  const reference = state.at === 'judging' ? state.reference : null
  const { data } = useQuery({
    ...watchedSlipQuery(reference ?? ''),
    enabled: reference !== null,
    // After a failure no sooner than that one lets it.
    refetchInterval: (query) =>
      Math.max(query.state.dataUpdateCount < QUICK_POLLS ? POLL_MS : SLOW_POLL_MS, Number(mending(query))),
    refetchOnWindowFocus: 'always',
  })
  const heard = useEffectEvent(listed)
  useEffect(() => {
    if (data) heard(data.slips)
  }, [data])
}
