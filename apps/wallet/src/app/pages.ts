/**
 * The visitor's pages but /login, which comes with the first file, and the member area as a whole, each loaded when it is first needed. To add a visitor's page: an entry in
 * `load`, a `lazy` line below it, and its line in routes.tsx. The member's pages are in member-pages.ts.
 */

import memberTexts from 'virtual:text-group/member'
import visitorTexts from 'virtual:text-group/visitor'
import { loadMoreIcons } from '@kapao/ui/icon'
import { lazy } from 'react'
import { withTexts } from '../lib/i18n.ts'

const load = {
  register: () =>
    withTexts(visitorTexts, import('../features/register/register-page.tsx')).then((file) => ({
      default: file.RegisterPage,
    })),
  howto: () =>
    withTexts(visitorTexts, import('../features/howto/howto-page.tsx')).then((file) => ({
      default: file.HowtoPage,
    })),
  contact: () =>
    withTexts(visitorTexts, import('../features/contact/contact-page.tsx')).then((file) => ({
      default: file.ContactPage,
    })),
  notFound: () => import('./not-found-page.tsx').then((file) => ({ default: file.NotFoundPage })),
  terminated: () => import('./terminated-page.tsx').then((file) => ({ default: file.TerminatedPage })),
}

/** With the texts and icons that only members need: no member page is drawn before they are there. */
const loadMemberArea = () =>
  Promise.all([withTexts(memberTexts, import('./member-area.tsx')), loadMoreIcons()]).then(([file]) => ({
    default: file.MemberArea,
  }))

export const RegisterPage = lazy(load.register)
export const HowtoPage = lazy(load.howto)
export const ContactPage = lazy(load.contact)
export const NotFoundPage = lazy(load.notFound)
export const TerminatedPage = lazy(load.terminated)
export const MemberArea = lazy(loadMemberArea)

const visitorPages = new Map<string, () => Promise<unknown>>(Object.entries(load))

/** Begins to load what the address needs, before anything is drawn. A failure shows itself when the page is. */
export function preloadPage(path: string): void {
  const begun = path.startsWith('/user')
    ? [loadMemberArea(), preloadMemberPage(path)]
    : [visitorPages.get(path.slice(1))?.()]
  for (const loading of begun) loading?.catch(() => undefined)
}

/** The list of member pages is no part of what visitors load. */
async function preloadMemberPage(path: string): Promise<void> {
  const { loadMemberPage } = await import('./member-pages.ts')
  await new Map<string, () => Promise<unknown>>(Object.entries(loadMemberPage)).get(
    path.replace(/^\/user\//, ''),
  )?.()
}
