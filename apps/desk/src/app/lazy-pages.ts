/** What is not needed before the first conversation is opened; each page comes with its texts. */
import adminTexts from 'virtual:text-group/admin'
import cannedTexts from 'virtual:text-group/canned'
import customerTexts from 'virtual:text-group/customer'
import messageTexts from 'virtual:text-group/message'
import { lazy } from 'react'
import { withTexts } from '../lib/i18n.ts'

export const CustomerPanel = lazy(async () => ({
  default: (await withTexts(customerTexts, import('../features/customer/customer-panel.tsx'))).CustomerPanel,
}))
export const CannedPage = lazy(async () => ({
  default: (
    await withTexts(messageTexts, withTexts(cannedTexts, import('../features/canned/canned-page.tsx')))
  ).CannedPage,
}))
export const StaffPage = lazy(async () => ({
  default: (await withTexts(adminTexts, import('../features/admin/staff-page.tsx'))).StaffPage,
}))
export const AuditPage = lazy(async () => {
  const page = withTexts(adminTexts, import('../features/admin/audit-page.tsx'))
  return { default: (await withTexts(customerTexts, withTexts(messageTexts, page))).AuditPage }
})
export const PasswordPage = lazy(async () => ({
  default: (await withTexts(adminTexts, import('../features/admin/password-page.tsx'))).PasswordPage,
}))
