/** Around /login, /register, /howto and /contact. Opening it ends whatever session there was (spec §2). */

import { keepsNothing } from '@kapao/browser/safe-storage'
import { isGone, lookupActive } from '@kapao/contract/service'
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { send } from '../lib/http.ts'
import { useText } from '../lib/i18n.ts'
import { isInAppBrowser } from '../lib/in-app-browser.ts'
import { announceSessionEnd, endSession, forgetThisTab } from '../lib/session-token.ts'
import { BottomMenu } from '../ui/bottom-menu.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Page } from '../ui/page.tsx'
import styles from './app.module.css'
import { Brand } from './brand.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { laterOn } from './later-on.ts'
import { wasSent } from './own-path.ts'
import { ContentLoading } from './page-loading.tsx'
import { usePageTitle } from './use-page-title.ts'

const Surroundings = laterOn(() =>
  import('../features/surroundings/surroundings.ts').then((file) => file.loadSurroundings()),
)
/** Where a visitor is to be told of the place. */
const isOddPlace = keepsNothing('localStorage') || isInAppBrowser()

export function VisitorShell({ path, children }: { path: string; children: ReactNode }) {
  const t = useText()
  // A layout effect, so that it is done before any page below asks the server something.
  useLayoutEffect(endWhatWas, [])
  useServiceGuard(path === '/login')
  const items = [
    { key: 'home', icon: 'home', label: t('app.menu-home'), href: '/login' },
    { key: 'register', icon: 'user', label: t('app.menu-register'), href: '/register' },
    { key: 'howto', icon: 'play', label: t('app.menu-howto'), href: '/howto' },
    { key: 'contact', icon: 'contact', label: t('app.menu-contact'), href: '/contact' },
  ] as const
  const here = items.find(({ href }) => path.startsWith(href))
  usePageTitle(here?.label ?? t('app.name'), path)
  return (
    <Page
      bottom={
        <BottomMenu
          label={t('app.menu')}
          items={items.map((item) => ({ ...item, current: item === here }))}
        />
      }
    >
      <div className={styles.visitorTop}>
        <Brand />
        <LanguageMenu />
      </div>
      <ErrorBoundary key={path}>
        <Suspense fallback={<ContentLoading />}>{children}</Suspense>
      </ErrorBoundary>
      {isOddPlace ? <Surroundings /> : null}
    </Page>
  )
}

/** A page that the browser has got ready for somebody who may come has been opened by nobody yet. */
function endWhatWas(): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', endWhatWas, { once: true })
  else if (wasSent()) forgetThisTab()
  else endSession()
}

/** On /login the operator may turn out to be gone. The form does not wait for that; no answer means that it is there. */
function useServiceGuard(asked: boolean): void {
  useEffect(() => {
    if (!asked) return
    const leaving = new AbortController()
    send(lookupActive, { signal: leaving.signal }).then(
      (result) => {
        if (result.ok && isGone(result.answer)) announceSessionEnd('gone')
        else document.body.removeAttribute('class')
      },
      () => {
        // Left before the answer: nothing to guard.
      },
    )
    return () => leaving.abort()
  }, [asked])
}
