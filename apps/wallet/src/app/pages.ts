/**
 * The visitor's pages and the member area as a whole, each loaded when it is first needed. To add a visitor's page: an entry in
 * `load`, a `lazy` line below it, and its Route in routes.tsx. The member's pages are in member-pages.ts.
 */
import { lazy } from 'react'
import { loadTexts } from '../lib/i18n.ts'
import { loadMemberPage } from './member-pages.ts'

const visitorTexts = () => loadTexts('visitor')

const load = {
  login: () => import('../features/session/login-page.tsx').then((file) => ({ default: file.LoginPage })),
  register: () =>
    Promise.all([import('../features/register/register-page.tsx'), visitorTexts()]).then(([file]) => ({
      default: file.RegisterPage,
    })),
  howto: () =>
    Promise.all([import('../features/howto/howto-page.tsx'), visitorTexts()]).then(([file]) => ({
      default: file.HowtoPage,
    })),
  contact: () =>
    Promise.all([import('../features/contact/contact-page.tsx'), visitorTexts()]).then(([file]) => ({
      default: file.ContactPage,
    })),
  notFound: () => import('./not-found-page.tsx').then((file) => ({ default: file.NotFoundPage })),
  terminated: () => import('./terminated-page.tsx').then((file) => ({ default: file.TerminatedPage })),
}

/** With the texts that only members need: no member page is drawn before they are there. */
const loadMemberArea = () =>
  Promise.all([import('./member-area.tsx'), loadTexts('member')]).then(([file]) => ({
    default: file.MemberArea,
  }))

export const LoginPage = lazy(load.login)
export const RegisterPage = lazy(load.register)
export const HowtoPage = lazy(load.howto)
export const ContactPage = lazy(load.contact)
export const NotFoundPage = lazy(load.notFound)
export const TerminatedPage = lazy(load.terminated)
export const MemberArea = lazy(loadMemberArea)

const pageLoaders = new Map<string, () => Promise<unknown>>(Object.entries({ ...load, ...loadMemberPage }))

/** Begins to load what the address needs, before anything is drawn. A failure shows itself when the page is. */
export function preloadPage(path: string): void {
  const isMember = path.startsWith('/user')
  const page = pageLoaders.get(path.replace(/^\/(user\/)?/, '') || 'home')
  for (const begin of isMember ? [loadMemberArea, page] : [page]) begin?.().catch(() => undefined)
}
