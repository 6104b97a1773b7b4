/** The addresses of spec §2. Visitor pages lie in the visitor shell, everything under /user in the member area behind the guard. */
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { currentToken } from '../lib/session-token.ts'
import { isMemberPath, loginPath, ownPathIn, sentToLogin } from './own-path.ts'
import {
  ContactPage,
  HowtoPage,
  LoginPage,
  MemberArea,
  NotFoundPage,
  RegisterPage,
  TerminatedPage,
} from './pages.ts'
import { VisitorShell } from './visitor-shell.tsx'

const visitorPaths = /^\/(?:login|register|howto|contact)\/?$/
const memberPaths = /^\/user(?:\/.*)?$/

export function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/user" replace />
      </Route>
      <Route path={visitorPaths}>
        <VisitorShell>
          <Switch>
            <Route path="/login">
              <Login />
            </Route>
            <Route path="/register">
              <RegisterPage />
            </Route>
            <Route path="/howto">
              <HowtoPage />
            </Route>
            <Route path="/contact">
              <ContactPage titled />
            </Route>
          </Switch>
        </VisitorShell>
      </Route>
      <Route path={memberPaths}>
        <Guarded />
      </Route>
      <Route path="/terminated">
        <TerminatedPage />
      </Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  )
}

function Login() {
  return <LoginPage next={ownPathIn(useSearch())} />
}

function Guarded() {
  const [path] = useLocation()
  if (currentToken() !== null) return <MemberArea />
  // What is no page is none for anybody (spec §2): a login would lead nowhere.
  const isPage = isMemberPath(path) || /^\/user\/?$/.test(path)
  return isPage ? <Redirect to={loginPath(path)} {...sentToLogin} /> : <NotFoundPage />
}
