/**
 * The pages of the member area, each loaded when it is first needed. To add one: an entry in `loadMemberPage`, a `lazy` line below it, and
 * its Route and title in member-area.tsx.
 */
import { lazy } from 'react'
import { loadTexts } from '../lib/i18n.ts'

export const loadMemberPage = {
  home: () => import('../features/home/home-page.tsx').then((file) => ({ default: file.HomePage })),
  contact: () =>
    Promise.all([import('../features/contact/contact-page.tsx'), loadTexts('visitor')]).then(([file]) => ({
      default: file.ContactPage,
    })),
  profile: () =>
    import('../features/profile/profile-page.tsx').then((file) => ({ default: file.ProfilePage })),
  statement: () =>
    import('../features/statement/statement-page.tsx').then((file) => ({ default: file.StatementPage })),
  conditions: () =>
    import('../features/conditions/conditions-sheet.tsx').then((file) => ({
      default: file.ConditionsSheet,
    })),
}

export const HomePage = lazy(loadMemberPage.home)
export const ContactPage = lazy(loadMemberPage.contact)
export const ProfilePage = lazy(loadMemberPage.profile)
export const StatementPage = lazy(loadMemberPage.statement)
export const ConditionsSheet = lazy(loadMemberPage.conditions)
