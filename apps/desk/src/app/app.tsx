/** Who is at the desk: nobody (the log-in) or an agent (the desk, whose code comes only then). */
import { SendFailure } from '@kapao/browser/http'
import { newQueryClient } from '@kapao/browser/query-client'
import type { AnswerOf } from '@kapao/contract/call'
import { deskMe } from '@kapao/contract/desk'
import { SkeletonList } from '@kapao/ui/skeleton'
import { Toaster } from '@kapao/ui/toast'
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { LoginPage } from '../features/session/login-page.tsx'
import { ask, isEnd, onLoggedOut } from '../lib/http.ts'
import { useText } from '../lib/i18n.ts'
import { meKey } from '../lib/queries.ts'
import { perSession, sessionKeys } from '../lib/storage.ts'
import { FailedAsk } from '../ui/failed-ask.tsx'
import styles from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { LanguageMenu } from './language-menu.tsx'

/** Whether another tab has logged in meanwhile is asked this often by one whose own session has ended. */
const ASK_WHO_EVERY_MS = 5_000

const Desk = lazy(async () => ({ default: (await import('./desk.tsx')).Desk }))

export function App() {
  const t = useText()
  const [queries] = useState(newQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <ErrorBoundary>
        <Suspense fallback={<Loading />}>
          <WhoIsHere />
        </Suspense>
      </ErrorBoundary>
      <Toaster closeLabel={t('app.close')} />
    </QueryClientProvider>
  )
}

function WhoIsHere() {
  const t = useText()
  const queries = useQueryClient()
  const [hasEnded, setHasEnded] = useState(false)
  const me = useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => askWho(queries, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // A session may have ended because another tab has begun one: its end can be read before the new cookie is there.
    // And who has just logged in was asked about in vain: the form would stay as if nothing had been said.
    refetchInterval: ({ state }) =>
      (hasEnded || (state.status === 'error' && state.data === null)) && ASK_WHO_EVERY_MS,
    refetchOnWindowFocus: ({ state }) => (state.data === null ? 'always' : false),
  })
  useEffect(
    () =>
      onLoggedOut(() => {
        // Somebody was here, so it is news; on the first visit it is not.
        if (queries.getQueryData(meKey)) setHasEnded(true)
        forgetEverything(queries)
      }),
    [queries],
  )
  useEffect(() => {
    document.documentElement.classList.toggle(styles.wide ?? '', Boolean(me.data))
    if (me.data) setHasEnded(false)
    // Whoever logs in next at this computer must not find it.
    if (me.data === null) perSession.remove(sessionKeys.carried)
  }, [me.data])
  if (me.data === undefined) {
    if (!me.isError) return <Loading />
    return <FailedAsk title={t('app.broken-title')} asked={me} />
  }
  if (me.data === null) {
    return (
      <div className={styles.door}>
        <header className={styles.doorTop}>
          <LanguageMenu />
        </header>
        <LoginPage
          hasEnded={hasEnded}
          onLoggedIn={() => void queries.invalidateQueries({ queryKey: meKey })}
        />
      </div>
    )
  }
  return (
    <Desk
      key={me.data.staff.staffId}
      me={me.data.staff}
      operatorName={me.data.operatorName}
      passwordExpiresAt={me.data.passwordExpiresAt}
      onLoggedOut={() => forgetEverything(queries)}
    />
  )
}

/** The next one at this desk must not find what the last one read. Who is here stays a question that was answered: by nobody. */
function forgetEverything(queries: QueryClient): void {
  forgetWhatWasRead(queries)
  queries.setQueryData(meKey, null)
}

function forgetWhatWasRead(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
}

/**
 * Null: nobody, which is an answer, too. Of whoever is here, a server that is closed or has too much to do says nothing. It may be
 * another than before, who has logged in in another tab: all tabs of a browser have one cookie.
 */
async function askWho(queries: QueryClient, signal: AbortSignal) {
  try {
    const who = await ask(deskMe, { signal })
    const before = queries.getQueryData<AnswerOf<typeof deskMe> | null>(meKey)
    if (before && before.staff.staffId !== who.staff.staffId) forgetWhatWasRead(queries)
    return who
  } catch (thrown) {
    if (thrown instanceof SendFailure && isEnd(thrown.message)) return null
    throw thrown
  }
}

function Loading() {
  const t = useText()
  return (
    <div className={styles.loading}>
      <SkeletonList rows={6} label={t('app.loading')} />
    </div>
  )
}
