import baseTexts from 'virtual:text-group/base'
import { recoverFromMissingChunks } from '@kapao/browser/chunk-recovery'
import { BootFailed } from '@kapao/ui/boot-failed'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { carryOver } from './lib/carry-over.ts'
import { loadTexts } from './lib/i18n.ts'
import { perSession, sessionKeys } from './lib/storage.ts'
import '@kapao/ui/tokens.css'
import '@kapao/ui/base.css'
import '@kapao/ui/fonts-th.css'
import '@kapao/ui/fonts-lo.css'

recoverFromMissingChunks(
  {
    get: () => perSession.get(sessionKeys.reloadedForChunkAt),
    set: (value) => perSession.set(sessionKeys.reloadedForChunkAt, value),
  },
  carryOver,
)
// Dropped beside the conversation, a file would be opened in the desk's place.
for (const type of ['dragover', 'drop'] as const) {
  window.addEventListener(type, (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  })
}
const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
const root = createRoot(element)
loadTexts(baseTexts).then(
  () =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  () => root.render(<BootFailed />),
)
