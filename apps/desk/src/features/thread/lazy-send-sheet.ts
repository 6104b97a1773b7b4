/** Making a message with buttons or cards is rare: its code comes when it is wanted. */
import messageTexts from 'virtual:text-group/message'
import { lazy } from 'react'
import { withTexts } from '../../lib/i18n.ts'

export const SendSheet = lazy(async () => ({
  default: (await withTexts(messageTexts, import('./send-sheet.tsx'))).SendSheet,
}))
