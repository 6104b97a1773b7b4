/**
 * The addresses of spec §2. Visitor pages lie in the visitor shell, everything under /user in the member area behind the guard. A switch
 * and no router: the addresses are few and fixed, and every first page would carry the patterns.
 */
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { LoginPage } from '../features/session/login-page.tsx'
import { currentToken } from '../lib/session-token.ts'
import { isMemberPath, loginPath, ownPathIn, sentToLogin, withoutSlash } from './own-path.ts'
import { ContactPage, HowtoPage, MemberArea, NotFoundPage, RegisterPage, TerminatedPage } from './pages.ts'
import { Redirect } from './redirect.tsx'
import { VisitorShell } from './visitor-shell.tsx'

export function Routes() {
  const path = withoutSlash(usePathname())
  switch (path) {
    case '/':
      return <Redirect to="/user" />
    case '/login':
    case '/register':
    case '/howto':
    case '/contact':
      return (
        <VisitorShell path={path}>
          <VisitorPage path={path} />
        </VisitorShell>
      )
    case '/terminated':
      return <TerminatedPage />
    default:
      return /^\/user(?:\/|$)/.test(path) ? <Guarded path={path} /> : <NotFoundPage />
  }
}

function VisitorPage({ path }: { path: '/login' | '/register' | '/howto' | '/contact' }) {
  const search = useSearch()
  switch (path) {
    case '/login':
      return <LoginPage next={ownPathIn(search)} />
    case '/register':
      return <RegisterPage />
    case '/howto':
      return <HowtoPage />
    case '/contact':
      return <ContactPage titled />
  }
}

function Guarded({ path }: { path: string }) {
  if (currentToken() !== null) return <MemberArea />
  // What is no page is none for anybody (spec §2): a login would lead nowhere.
  const isPage = isMemberPath(path) || path === '/user'
  return isPage ? <Redirect to={loginPath(path)} state={sentToLogin.state} /> : <NotFoundPage />
}
