/**
 * The pages of the member area, each loaded with its texts when it is first needed. To add one: a line here, its entry in `memberPages`, and its
 * line and title in member-area.tsx.
 */

import bonusTexts from 'virtual:text-group/bonus'
import profileTexts from 'virtual:text-group/profile'
import spinTexts from 'virtual:text-group/spin'
import statementTexts from 'virtual:text-group/statement'
import visitorTexts from 'virtual:text-group/visitor'
import { withTexts } from '../lib/i18n.ts'
import { lazily } from '../lib/lazily.ts'

export const HomePage = lazily(() => import('../features/home/home-page.tsx').then((file) => file.HomePage))
export const BonusPage = lazily(() =>
  withTexts(bonusTexts, import('../features/bonus/bonus-page.tsx')).then((file) => file.BonusPage),
)
export const ContactPage = lazily(() =>
  withTexts(visitorTexts, import('../features/contact/contact-page.tsx')).then((file) => file.ContactPage),
)
export const ProfilePage = lazily(() =>
  withTexts(profileTexts, import('../features/profile/profile-page.tsx')).then((file) => file.ProfilePage),
)
export const StatementPage = lazily(() =>
  withTexts(statementTexts, import('../features/statement/statement-page.tsx')).then(
    (file) => file.StatementPage,
  ),
)
export const SpinPage = lazily(() =>
  withTexts(spinTexts, import('../features/spin/spin-page.tsx')).then((file) => file.SpinPage),
)

/** By the end of their address. */
export const memberPages: Readonly<Record<string, Pick<typeof HomePage, 'preload'>>> = {
  home: HomePage,
  bonus: BonusPage,
  contact: ContactPage,
  profile: ProfilePage,
  statement: StatementPage,
  spin: SpinPage,
}
