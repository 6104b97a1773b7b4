import { useLayoutEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** Puts another address in the place of this one. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  useLayoutEffect(() => navigate(to, { replace: true, state }), [to, state])
  return null
}
