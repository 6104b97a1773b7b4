/**
 * The visitor's pages but /login, which comes with the first file, and the member area as a whole, each loaded when it is first needed. To add a visitor's page: a line
 * here, its address in `visitorPages`, and its line in routes.tsx. The member's pages are in member-pages.ts.
 */

import memberTexts from 'virtual:text-group/member'
import visitorTexts from 'virtual:text-group/visitor'
import { loadMoreIcons } from '@kapao/ui/icon'
import { withTexts } from '../lib/i18n.ts'
import { lazily } from '../lib/lazily.ts'

export const RegisterPage = lazily(() =>
  withTexts(visitorTexts, import('../features/register/register-page.tsx')).then((file) => file.RegisterPage),
)
export const HowtoPage = lazily(() =>
  withTexts(visitorTexts, import('../features/howto/howto-page.tsx')).then((file) => file.HowtoPage),
)
export const ContactPage = lazily(() =>
  withTexts(visitorTexts, import('../features/contact/contact-page.tsx')).then((file) => file.ContactPage),
)
export const NotFoundPage = lazily(() => import('./not-found-page.tsx').then((file) => file.NotFoundPage))
export const TerminatedPage = lazily(() =>
  import('./terminated-page.tsx').then((file) => file.TerminatedPage),
)
/** With the texts and icons that only members need: no member page is drawn before they are there. */
export const MemberArea = lazily(() =>
  Promise.all([withTexts(memberTexts, import('./member-area.tsx')), loadMoreIcons()]).then(
    ([file]) => file.MemberArea,
  ),
)

const visitorPages: Readonly<Record<string, Pick<typeof HowtoPage, 'preload'>>> = {
  '/register': RegisterPage,
  '/howto': HowtoPage,
  '/contact': ContactPage,
  '/terminated': TerminatedPage,
}

/** Begins to load what the address needs, before anything is drawn, and resolves when it is there. A failure shows itself when the page is drawn. */
export async function preloadPage(path: string): Promise<void> {
  await Promise.allSettled(
    path.startsWith('/user')
      ? [MemberArea.preload(), preloadMemberPage(path)]
      : [visitorPages[path]?.preload()],
  )
}

/** The list of member pages is no part of what visitors load. */
async function preloadMemberPage(path: string): Promise<void> {
  const { memberPages } = await import('./member-pages.ts')
  await memberPages[path.replace(/^\/user\//, '')]?.preload()
}
