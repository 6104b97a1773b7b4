/** The whole app: its routes, what happens when a session ends, the toasts, and words for when it breaks. */

import { Toaster, toast } from '@kapao/ui/toast'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { navigate, usePathname } from 'wouter/use-browser-location'
import { tellFirstScreen } from '../lib/first-screen.ts'
import { useText } from '../lib/i18n.ts'
import { onSessionEnd } from '../lib/session-token.ts'
import { tellLive } from '../lib/tell-live.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { laterOn } from './later-on.ts'
import { followOwnLinks } from './links.ts'
import { loginPath, sentToLogin } from './own-path.ts'
import { PageLoading } from './page-loading.tsx'
import { Routes } from './routes.tsx'

const ConnectionBar = laterOn(() =>
  import('../features/connection/connection-bar.tsx').then((file) => file.ConnectionBar),
)
const ChatPlace = laterOn(() => import('./chat-place.tsx').then((file) => file.ChatPlace))

export function App() {
  const t = useText()
  useEffect(followOwnLinks, [])
  const path = usePathname()
  useEffect(() => {
    // Home says by itself when its figures and games are there. Who is sent on from it, or from the bare address, is not there yet.
    if (!/^\/(user(\/home)?\/?)?$/.test(path)) tellFirstScreen()
    // Those that the build draws say it when they work; to any other somebody may have gone before.
    if (!/^\/(login|user\/home)\/?$/.test(path)) tellLive()
  }, [path])
  // Before any page below looks whether it has ended already.
  useLayoutEffect(
    () =>
      onSessionEnd((end) => {
        if (end === 'gone') {
          navigate('/terminated', { replace: true })
          return
        }
        if (!location.pathname.startsWith('/user')) return
        navigate(loginPath(location.pathname), sentToLogin)
        toast.info(t(end === 'elsewhere' ? 'app.logged-out-elsewhere' : 'errors.UNAUTHORIZED'))
      }),
    [t],
  )
  return (
    <>
      <ConnectionBar />
      <ErrorBoundary>
        <Suspense fallback={<PageLoading />}>
          <Routes />
        </Suspense>
      </ErrorBoundary>
      <ChatPlace />
      <Toaster closeLabel={t('app.close')} />
    </>
  )
}
