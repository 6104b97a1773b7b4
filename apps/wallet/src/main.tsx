import baseTexts from 'virtual:text-group/base'
import { recoverFromMissingChunks } from '@kapao/browser/chunk-recovery'
import { htmlLang } from '@kapao/browser/locale'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { leaveLostModals } from './app/lost-modals.ts'
import { preloadPage } from './app/pages.ts'
import { firstLocale, loadTexts } from './lib/i18n.ts'
import { perSession, persistent, sessionKeys, storageKeys } from './lib/storage.ts'
import { keepTyped } from './lib/typed-early.ts'
import '@kapao/ui/tokens.css'
import '@kapao/ui/base.css'
import '@kapao/ui/fonts-th.css'
import '@kapao/ui/fonts-lo.css'

recoverFromMissingChunks({
  get: () => perSession.get(sessionKeys.reloadedForChunkAt),
  set: (value) => perSession.set(sessionKeys.reloadedForChunkAt, value),
})
leaveLostModals()
// An invitation may lead to any page of visitors; on the way to the next its address loses it.
const inviteCode = new URLSearchParams(location.search).get('code')
if (inviteCode) persistent.set(storageKeys.inviteCode, inviteCode)
const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
const drawnIn = document.documentElement.lang
// The texts and the page's code travel at the same time.
preloadPage(location.pathname)
loadTexts(baseTexts).then(
  () => {
    const app = (
      <StrictMode>
        <App />
      </StrictMode>
    )
    if (element.hasChildNodes() && drawnIn === htmlLang(firstLocale)) {
      // In slices: a phone that is slow answers meanwhile.
      startTransition(() => void hydrateRoot(element, app))
      return
    }
    // Drawn in another language than this visitor's, or not at all.
    keepTyped(element.querySelector('form'))
    createRoot(element).render(app)
  },
  () => {
    // In the page itself, which costs no script: this is for when no other file can be had.
    const words = document.querySelector<HTMLTemplateElement>('#boot-failed')
    if (words) element.replaceChildren(words.content)
  },
)
