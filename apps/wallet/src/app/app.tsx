/** The whole app: its routes, what happens when a session ends, the toasts, and words for when it breaks. */

import { Toaster, toast } from '@kapao/ui/toast'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useText } from '../lib/i18n.ts'
import { currentToken, onSessionEnd, watchOtherTabs } from '../lib/session-token.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { followOwnLinks } from './links.ts'
import { loginPath } from './own-path.ts'
import { PageLoading } from './page-loading.tsx'
import { Routes } from './routes.tsx'

/**
 * What the first screen does not wait for: loaded when the page has what it needs. The wallet is whole without it, so what cannot be
 * loaded is left out.
 */
function laterOn(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
    return { default: await load().catch(() => () => null) }
  })
}

const ConnectionBar = laterOn(() =>
  import('../features/connection/connection-bar.tsx').then((file) => file.ConnectionBar),
)
const ChatPlace = laterOn(() => import('./chat-place.tsx').then((file) => file.ChatPlace))

export function App() {
  const t = useText()
  useEffect(followOwnLinks, [])
  useEffect(watchOtherTabs, [])
  useEffect(
    () =>
      onSessionEnd((end) => {
        if (end === 'gone') {
          navigate('/terminated', { replace: true })
          return
        }
        // Another tab became somebody else: nothing of the former member may stay on the screen.
        if (currentToken() !== null) {
          location.reload()
          return
        }
        if (!location.pathname.startsWith('/user')) return
        navigate(loginPath(location.pathname), { replace: true })
        toast.info(t(end === 'elsewhere' ? 'app.logged-out-elsewhere' : 'errors.UNAUTHORIZED'))
      }),
    [t],
  )
  return (
    <>
      <Suspense>
        <ConnectionBar />
      </Suspense>
      <ErrorBoundary>
        <Suspense fallback={<PageLoading />}>
          <Routes />
        </Suspense>
      </ErrorBoundary>
      <Suspense>
        <ChatPlace />
      </Suspense>
      <Toaster closeLabel={t('app.close')} />
    </>
  )
}
