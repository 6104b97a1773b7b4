import { loadAside } from '@kapao/browser/chunk-recovery'
import { after } from '@kapao/browser/timers'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import type { Slice, SpinState } from './spin-machine.ts'

type PrizeFile = typeof import('./prize-sheet.tsx')

/** After what the page itself needs. */
const LOAD_MS = 800
/** After what the answer itself sets going; the wheel turns for much longer. */
const DRAW_MS = 750

/**
 * The prize's sheet, which no page is held up by: fetched where a spin may follow, so that nothing but the wheel works during it, and asked for
 * again when it is needed. Not by React's `lazy`: that draws nothing first, even when its file has long been there, and then keeps
 * what it has for another third of a second. It is drawn, unseen, while the wheel turns.
 */
export function usePrizeSheet(
  state: SpinState,
  maySpin: boolean,
  onMissing: () => void,
): PrizeFile['PrizeSheet'] | null {
  const [file, setFile] = useState<PrizeFile | null>(null)
  const [prepared, setPrepared] = useState<Slice | null>(null)
  const miss = useEffectEvent(onMissing)
  const isMissing = file === null
  const isNeeded = state.at === 'prize'
  useEffect(() => {
    if (!isMissing || !(isNeeded || maySpin)) return undefined
    return after(isNeeded ? 0 : LOAD_MS, () => {
      const load = () => import('./prize-sheet.tsx')
      const loading = isNeeded ? load() : loadAside(load)
      loading.then(setFile, () => miss())
    })
  }, [isMissing, isNeeded, maySpin])

  const drawn = 'slice' in state ? state.slice : null
  useEffect(
    () => (file && drawn ? after(DRAW_MS, () => startTransition(() => setPrepared(drawn))) : undefined),
    [file, drawn],
  )
  if (!file || !drawn) return null
  return isNeeded || prepared === drawn ? file.PrizeSheet : null
}
