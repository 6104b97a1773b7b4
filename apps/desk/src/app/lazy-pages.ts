/** What is not needed before the first conversation is opened; each page comes with its texts, the customer's are there from the first. */
import adminTexts from 'virtual:text-group/admin'
import cannedTexts from 'virtual:text-group/canned'
import messageTexts from 'virtual:text-group/message'
import { lazy } from 'react'
import { withTexts } from '../lib/i18n.ts'

export const CustomerPanel = lazy(async () => ({
  default: (await import('../features/customer/customer-panel.tsx')).CustomerPanel,
}))
export const CannedPage = lazy(async () => ({
  default: (
    await withTexts(messageTexts, withTexts(cannedTexts, import('../features/canned/canned-page.tsx')))
  ).CannedPage,
}))
export const StaffPage = lazy(async () => ({
  default: (await withTexts(adminTexts, import('../features/admin/staff-page.tsx'))).StaffPage,
}))
export const AuditPage = lazy(async () => ({
  default: (await withTexts(messageTexts, withTexts(adminTexts, import('../features/admin/audit-page.tsx'))))
    .AuditPage,
}))
export const PasswordPage = lazy(async () => ({
  default: (await withTexts(adminTexts, import('../features/admin/password-page.tsx'))).PasswordPage,
}))
