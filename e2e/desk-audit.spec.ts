// The trail of who did what at the desk, page by page.
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { test } from './whole.ts'

test('a line of the audit that the admin’s own look pushed to the next page is shown once', async ({
  kapao,
  browser,
}) => {
  const lines = Array.from({ length: 51 }, (_none, at) => ({
    at: '2026-01-02T03:04:05.000Z',
    staff: null,
    action: 'login-failed',
    auditId: `${at}`,
    conversationId: null,
    details: {},
    ip: `10.0.0.${100 + at}`,
  }))
  const admin = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  const { page } = admin
  await page.route('**/api/desk/audit', (route) => {
    const audit = route.request().postDataJSON().page === 1 ? lines.slice(0, 50) : lines.slice(49)
    return route.fulfill({ json: { total: 52, audit, actions: ['login-failed'] } })
  })
  await page.goto('/desk/audit')
  // The inbox beside it has one of its own when it is long, which is the last until the audit has come.
  await expect(page.getByText('10.0.0.149')).toBeVisible()
  await admin.button('admin.more').last().click()
  await expect(page.getByText('10.0.0.150')).toBeVisible()
  await expect(page.getByText('10.0.0.149')).toHaveCount(1)
  await admin.context.close()
})
