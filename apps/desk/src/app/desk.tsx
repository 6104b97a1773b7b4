/** The desk of who is logged in: the inbox, and beside it (on a phone: after it) a conversation, its customer, or one of the pages. */
import type { Staff } from '@kapao/contract/desk-call'
import hidden from '@kapao/ui/hidden.module.css'
import { watchKeyboard } from '@kapao/ui/keyboard-inset'
import { EmptyState } from '@kapao/ui/states'
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useRoute } from 'wouter'
import { forgetCannedDrafts } from '../features/canned/kept-drafts.ts'
import { Inbox } from '../features/inbox/inbox.tsx'
import { useFailedIn } from '../features/thread/boxes.ts'
import { openOutbox } from '../features/thread/outbox.ts'
import { Thread } from '../features/thread/thread.tsx'
import { forgetThreads } from '../features/thread/use-thread.ts'
import { further, useBack } from '../lib/back.ts'
import { forgetDrafts } from '../lib/drafts.ts'
import { useText } from '../lib/i18n.ts'
import { openLine } from '../lib/line.ts'
import { useDeskLocation } from '../lib/location.ts'
import { MeProvider } from '../lib/queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { openCarried } from './carried.ts'
import styles from './desk.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { FirstPassword } from './first-password.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { AuditPage, CannedPage, CustomerPanel, PasswordPage, StaffPage } from './lazy-pages.ts'
import { PageLoading } from './page-loading.tsx'
import { useLive } from './use-live.ts'
import { useWide } from './use-wide.ts'

interface DeskProps {
  me: Staff
  operatorName: string
  passwordExpiresAt: string | null
  onLoggedOut: () => void
}

/** Who writes what is being written. Whoever comes back after their session's end finds it; nobody else does, nor they after a log-out. */
let writerId = ''

function openDrafts(staffId: string): void {
  if (writerId !== staffId) forgetWritten()
  writerId = staffId
}

function forgetWritten(): void {
  forgetDrafts()
  forgetCannedDrafts()
}

export function Desk(props: DeskProps) {
  const { me } = props
  useEffect(openLine, [])
  // The field of a conversation is at the foot of the page, where an iPhone lays its keyboard.
  useEffect(watchKeyboard, [])
  // What was read is not for who logs in next.
  useEffect(() => forgetThreads, [])
  // Before anything is painted, so that nobody sees what another one wrote.
  useLayoutEffect(() => openDrafts(me.staffId), [me.staffId])
  useLayoutEffect(() => openOutbox(me.staffId), [me.staffId])
  useLayoutEffect(() => openCarried(me.staffId), [me.staffId])
  useLive(me.staffId)
  return (
    <MeProvider value={me}>
      <Router base="/desk" hook={useDeskLocation}>
        <Columns
          {...props}
          onLoggedOut={() => {
            forgetWritten()
            props.onLoggedOut()
          }}
        />
      </Router>
    </MeProvider>
  )
}

function Columns({ me, operatorName, passwordExpiresAt, onLoggedOut }: DeskProps) {
  const t = useText()
  const [path, navigate] = useLocation()
  const back = useBack('/')
  const isWide = useWide()
  const failedIn = useFailedIn()
  const [, ofThread] = useRoute('/c/:id')
  const [, ofAbout] = useRoute('/c/:id/about')
  const id = ofThread?.id ?? ofAbout?.id ?? null
  const view = ofAbout ? 'about' : ofThread ? 'thread' : path === '/' ? 'inbox' : 'page'
  return (
    <main className={styles.desk} data-view={view}>
      {/* On a phone one part is on the screen, and each of them is under it. */}
      <h1 className={hidden.hidden}>{t('app.name')}</h1>
      <section className={styles.inbox} aria-label={t('inbox.title')}>
        <Inbox
          selectedId={id}
          failedIn={failedIn}
          tools={
            <span className={styles.tools}>
              <LanguageMenu />
              <AccountMenu me={me} onLoggedOut={onLoggedOut} />
            </span>
          }
          operatorName={operatorName}
          notice={<FirstPassword expiresAt={passwordExpiresAt} />}
        />
      </section>
      {view === 'page' ? (
        <section className={styles.page}>
          <ErrorBoundary key={path}>
            <Suspense fallback={<PageLoading />}>
              <Pages me={me} />
            </Suspense>
          </ErrorBoundary>
        </section>
      ) : (
        <section className={styles.thread} aria-label={t('app.conversation')}>
          <ErrorBoundary key={id}>
            {id === null ? (
              <div className={styles.none}>
                <EmptyState icon="chat" title={t('app.choose-title')}>
                  {t('app.choose-text')}
                </EmptyState>
              </div>
            ) : (
              <Thread
                key={id}
                conversationId={id}
                isShown={isWide || view === 'thread'}
                onBack={back}
                onAbout={() => navigate(`/c/${id}/about`, { state: further })}
              />
            )}
          </ErrorBoundary>
        </section>
      )}
      {/* Only where it is seen: a look at a member is written down. */}
      {id === null || !(isWide || view === 'about') ? null : (
        <section className={styles.about} aria-label={t('app.customer')}>
          <ErrorBoundary key={id}>
            <Suspense fallback={<PageLoading />}>
              <About key={id} conversationId={id} />
            </Suspense>
          </ErrorBoundary>
        </section>
      )}
    </main>
  )
}

function About({ conversationId }: { conversationId: string }) {
  const back = useBack(`/c/${conversationId}`)
  return <CustomerPanel conversationId={conversationId} onBack={back} />
}

function Pages({ me }: { me: Staff }): ReactNode {
  const [, navigate] = useLocation()
  const back = useBack('/')
  const toList = useBack('/canned')
  return (
    <Switch>
      <Route path="/canned/:id?">
        {({ id }) => (
          <CannedPage
            cannedId={id ?? null}
            onOpen={(to) => navigate(to, { state: further })}
            onBack={back}
            onDone={toList}
          />
        )}
      </Route>
      <Route path="/password">
        <PasswordPage onBack={back} />
      </Route>
      {me.role === 'admin' ? (
        <Route path="/staff">
          <StaffPage onBack={back} />
        </Route>
      ) : null}
      {me.role === 'admin' ? (
        <Route path="/audit">
          <AuditPage onBack={back} />
        </Route>
      ) : null}
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  )
}
