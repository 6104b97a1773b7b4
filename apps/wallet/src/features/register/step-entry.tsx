import { closeOnBack } from '@kapao/ui/back-closes'
import { useEffectEvent, useLayoutEffect } from 'react'

interface StepEntryProps {
  /** The server is asked: there is no way back now. */
  isHeld: boolean
  onBack: () => void
}

/** A step back as an entry of the tab's history: the phone's Back is then the wizard's own, where it would leave all the steps at once. */
export function StepEntry({ isHeld, onBack }: StepEntryProps) {
  const back = useEffectEvent(() => {
    if (!isHeld) onBack()
    return !isHeld
  })
  useLayoutEffect(() => closeOnBack(() => back()), [])
  return null
}
