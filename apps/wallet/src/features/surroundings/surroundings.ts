/**
 * What a visitor should know of the place that the wallet is shown in, before the log-in: that nothing is kept here, or that this is a
 * browser inside another app. The shell asks for it only in such a place.
 */
import surroundingsTexts from 'virtual:text-group/surroundings'
import type { ComponentType } from 'react'
import { withTexts } from '../../lib/i18n.ts'

export async function loadSurroundings(): Promise<ComponentType> {
  return (await withTexts(surroundingsTexts, import('./place-card.tsx'))).PlaceCard
}
