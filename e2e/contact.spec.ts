// The ways to the operator, on the page of visitors, the members' one, and when the operator has closed.
import { expect } from '@playwright/test'
import { arrive, named, test, words } from './elsewhere.ts'

for (const path of ['/contact', '/user/contact']) {
  test(`${path} shows when somebody is there, a code to scan, a way into the chat, and the version`, async ({
    page,
  }) => {
    await arrive(page, path)
    await expect(page.getByText('ตลอด 24 ชั่วโมง')).toBeVisible()
    const code = page.getByRole('figure')
    await expect(code).toContainText(words('contact.scan', { name: '@operator' }))
    const picture = code.locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const way = page.getByRole('link', {
      name: words('contact.open-chat', { name: '@operator' }),
      exact: true,
    })
    await expect(way).toHaveAttribute('href', 'https://line.example/operator')
    await expect(way).toHaveAttribute('target', '_blank')
    await expect(page.getByText(/^Version \S+/)).toBeVisible()
  })
}

test('whoever comes when the operator has closed is led to it, for the money that may be left', async ({
  page,
  operator,
}) => {
  operator.break('GET /lookup/active', { body: { terminated: true } })
  await arrive(page, '/terminated')
  await expect(page.getByRole('heading', named('app.terminated-title'))).toBeVisible()
  const way = page.getByRole('link', {
    name: words('app.terminated-contact', { name: '@operator' }),
    exact: true,
  })
  await expect(way).toHaveAttribute('href', 'https://line.example/operator')
})
