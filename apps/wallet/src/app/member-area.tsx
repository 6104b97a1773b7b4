/**
 * Everything under /user: TanStack Query (its cache lives as long as the session), the member's shell, and the pages in it. To add a
 * page: its line in MemberPage, its path in own-path.ts, its title in `titles`, its entry in member-pages.ts.
 */

import { newQueryClient } from '@kapao/browser/query-client'
import { IconButton } from '@kapao/ui/icon-button'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { navigate, usePathname } from 'wouter/use-browser-location'
import { type TextKey, useText } from '../lib/i18n.ts'
import { openSheet } from '../lib/member-sheets.ts'
import { watchOtherTabs } from '../lib/other-tabs.ts'
import { endSession } from '../lib/session-token.ts'
import { BottomMenu, type BottomMenuItem } from '../ui/bottom-menu.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Page } from '../ui/page.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import styles from './app.module.css'
import { Brand } from './brand.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { BonusPage, ContactPage, HomePage, ProfilePage, SpinPage, StatementPage } from './member-pages.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { isMemberPath, type MemberPath, withoutSlash } from './own-path.ts'
import { ContentLoading } from './page-loading.tsx'
import { Redirect } from './redirect.tsx'
import { ByHandHost, SheetHost } from './sheet-host.tsx'
import { usePageTitle } from './use-page-title.ts'

const titles = {
  '/user/home': 'app.name',
  '/user/profile': 'app.menu-profile',
  '/user/bonus': 'home.bonus',
  '/user/spin': 'home.spin',
  '/user/statement': 'app.statement',
  '/user/contact': 'app.menu-contact',
} as const satisfies Record<MemberPath, TextKey>

export function MemberArea() {
  const [queries] = useState(newQueryClient)
  const path = withoutSlash(usePathname())
  if (path === '/user') return <Redirect to="/user/home" />
  if (!isMemberPath(path)) return <NotFoundPage />
  return (
    <QueryClientProvider client={queries}>
      <MemberShell path={path} />
    </QueryClientProvider>
  )
}

function MemberShell({ path }: { path: MemberPath }) {
  const t = useText()
  useEffect(watchOtherTabs, [])
  const title = t(titles[path])
  usePageTitle(title, path)
  function logOut() {
    endSession()
    navigate('/login')
  }
  return (
    <Page
      top={
        <TopBar
          title={path === '/user/home' ? <Brand /> : <h1>{title}</h1>}
          end={
            <span className={styles.tools}>
              <LanguageMenu />
              <IconButton name="logout" label={t('app.log-out')} onClick={logOut} />
            </span>
          }
        />
      }
      bottom={<MemberMenu path={path} />}
    >
      {/* The first touch of the wheel's page is the tap that spins: nothing but the wheel works then. */}
      <SheetHost path={path} preloads={path !== '/user/spin'} />
      <ByHandHost />
      <ErrorBoundary key={path}>
        <Suspense fallback={<ContentLoading />}>
          <MemberPage path={path} onLogOut={logOut} />
        </Suspense>
      </ErrorBoundary>
    </Page>
  )
}

function MemberPage({ path, onLogOut }: { path: MemberPath; onLogOut: () => void }) {
  switch (path) {
    case '/user/home':
      return <HomePage />
    case '/user/profile':
      return <ProfilePage onLogOut={onLogOut} />
    case '/user/bonus':
      return <BonusPage />
    case '/user/spin':
      return <SpinPage />
    case '/user/statement':
      return <StatementPage />
    case '/user/contact':
      return <ContactPage />
  }
}

function MemberMenu({ path }: { path: string }) {
  const t = useText()
  const page = (key: string, icon: BottomMenuItem['icon'], label: string): BottomMenuItem => ({
    key,
    icon,
    label,
    href: `/user/${key}`,
    current: path === `/user/${key}`,
  })
  return (
    <BottomMenu
      label={t('app.menu')}
      home={page('home', 'home', t('app.menu-home'))}
      items={[
        page('profile', 'user', t('app.menu-profile')),
        {
          key: 'conditions',
          icon: 'rules',
          label: t('app.menu-conditions'),
          onClick: () => openSheet({ kind: 'conditions' }),
        },
        page('statement', 'statement', t('app.menu-statement')),
        page('contact', 'contact', t('app.menu-contact')),
      ]}
    />
  )
}
