import baseTexts from 'virtual:text-group/base'
import { recoverFromMissingChunks } from '@kapao/browser/chunk-recovery'
import { htmlLang } from '@kapao/browser/locale'
import { after } from '@kapao/browser/timers'
import { StrictMode, startTransition } from 'react'
import { App } from './app/app.tsx'
import { leaveLostModals } from './app/lost-modals.ts'
import { preloadPage } from './app/pages.ts'
import fonts from './fonts.css?url'
import { firstScreen, tellFirstScreen } from './lib/first-screen.ts'
import { firstLocale, loadTexts } from './lib/i18n.ts'
import { inviteCodeIn } from './lib/invite-code.ts'
import { perSession, persistent, sessionKeys, storageKeys } from './lib/storage.ts'
import { keepTyped } from './lib/typed-early.ts'
import '@kapao/ui/tokens.css'
import '@kapao/ui/base.css'

const FIRST_SCREEN_AT_LATEST_MS = 4_000
/** A page whose files are on the phone is drawn as itself at once; one that takes longer has its place held. */
const PLACE_HELD_AFTER_MS = 150

recoverFromMissingChunks({
  get: () => perSession.get(sessionKeys.reloadedAt),
  set: (value) => perSession.set(sessionKeys.reloadedAt, value),
})
leaveLostModals()
// An invitation may lead to any page of visitors; on the way to the next its address loses it.
const inviteCode = inviteCodeIn(location.search)
if (inviteCode) persistent.set(storageKeys.inviteCode, inviteCode)
const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
/** By the build, in this visitor's language. */
const isDrawn = element.hasChildNodes() && document.documentElement.lang === htmlLang(firstLocale)
// For a page that never shows what it was opened for.
after(FIRST_SCREEN_AT_LATEST_MS, tellFirstScreen)
// Words are there before their font, whose file would share the line with what they stand on; and nobody installs what they have not seen.
void firstScreen.then(() => {
  const { head } = document
  head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: fonts }))
  head.append(
    Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }),
  )
})
// The texts and the page's code travel at the same time.
const isLoaded = preloadPage(location.pathname)
const isHere = isDrawn
  ? isLoaded
  : Promise.race([isLoaded, new Promise<void>((resolve) => after(PLACE_HELD_AFTER_MS, resolve))])
// What draws needs what it draws with, and not the other way round: each is a file by itself, and run in a piece of work of its own.
Promise.all([import('react-dom/client'), loadTexts(baseTexts), isHere]).then(
  ([{ createRoot, hydrateRoot }]) => {
    const app = (
      <StrictMode>
        <App />
      </StrictMode>
    )
    if (isDrawn) {
      // In slices: a phone that is slow answers meanwhile.
      startTransition(() => void hydrateRoot(element, app))
      return
    }
    // Drawn in another language than this visitor's, or not at all.
    keepTyped(element.querySelector('form'))
    const root = createRoot(element)
    startTransition(() => root.render(app))
  },
  () => {
    // In the page itself, which costs no script: this is for when no other file can be had.
    const words = document.querySelector<HTMLTemplateElement>('#boot-failed')
    if (words) element.replaceChildren(words.content)
  },
)
