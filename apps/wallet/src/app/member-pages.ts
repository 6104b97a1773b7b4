/**
 * The pages of the member area, each loaded with its texts when it is first needed. To add one: an entry in `loadMemberPage`, a `lazy` line below it, and
 * its Route and title in member-area.tsx.
 */

import bonusTexts from 'virtual:text-group/bonus'
import conditionsTexts from 'virtual:text-group/conditions'
import profileTexts from 'virtual:text-group/profile'
import spinTexts from 'virtual:text-group/spin'
import statementTexts from 'virtual:text-group/statement'
import visitorTexts from 'virtual:text-group/visitor'
import { lazy } from 'react'
import { withTexts } from '../lib/i18n.ts'

export const loadMemberPage = {
  home: () => import('../features/home/home-page.tsx').then((file) => ({ default: file.HomePage })),
  bonus: () =>
    withTexts(bonusTexts, import('../features/bonus/bonus-page.tsx')).then((file) => ({
      default: file.BonusPage,
    })),
  contact: () =>
    withTexts(visitorTexts, import('../features/contact/contact-page.tsx')).then((file) => ({
      default: file.ContactPage,
    })),
  profile: () =>
    withTexts(profileTexts, import('../features/profile/profile-page.tsx')).then((file) => ({
      default: file.ProfilePage,
    })),
  statement: () =>
    withTexts(statementTexts, import('../features/statement/statement-page.tsx')).then((file) => ({
      default: file.StatementPage,
    })),
  spin: () =>
    withTexts(spinTexts, import('../features/spin/spin-page.tsx')).then((file) => ({
      default: file.SpinPage,
    })),
  conditions: () =>
    withTexts(conditionsTexts, import('../features/conditions/conditions-sheet.tsx')).then((file) => ({
      default: file.ConditionsSheet,
    })),
}

export const HomePage = lazy(loadMemberPage.home)
export const BonusPage = lazy(loadMemberPage.bonus)
export const ContactPage = lazy(loadMemberPage.contact)
export const ProfilePage = lazy(loadMemberPage.profile)
export const SpinPage = lazy(loadMemberPage.spin)
export const StatementPage = lazy(loadMemberPage.statement)
export const ConditionsSheet = lazy(loadMemberPage.conditions)
