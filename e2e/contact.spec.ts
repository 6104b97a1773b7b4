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

test('whoever has forgotten the password is led from the log-in to the operator', async ({ page }) => {
  await arrive(page, '/login')
  await page.getByRole('link', named('session.forgot')).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByText('ตลอด 24 ชั่วโมง')).toBeVisible()
})

test('whoever comes when the operator has closed is told whose it was and led to it, for the money that may be left', async ({
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
  await expect(page.getByText('Operator', { exact: true })).toBeVisible()
  const website = page.getByRole('link', {
    name: words('app.terminated-website', { host: 'operator.example' }),
    exact: true,
  })
  await expect(website).toHaveAttribute('href', 'https://operator.example')
  // Who has no LINE is led by what the operator wrote.
  await expect(page.getByText('ตลอด 24 ชั่วโมง')).toBeVisible()
  await expect(page.getByRole('figure')).toContainText(words('contact.scan', { name: '@operator' }))
})

for (const [who, token, path] of [
  ['a member is at home', true, '/user/home'],
  ['a visitor is led to the log-in', false, '/login'],
] as const) {
  test(`who loads the page of a closed operator when it is open again goes on: ${who}`, async ({
    page,
    operator,
  }) => {
    operator.break('GET /lookup/active', { body: { terminated: 'gone' } })
    await arrive(page, '/terminated')
    await expect(page.getByRole('heading', named('app.terminated-title'))).toBeVisible()
    if (!token) await page.evaluate(() => localStorage.removeItem('token'))
    operator.break('GET /lookup/active', { body: { terminated: '' } })
    await page.reload()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  })
}

test('a website without https:// is a link all the same, and of a LINE that is none the name is shown', async ({
  page,
  operator,
}) => {
  operator.break('GET /lookup/active', { body: { terminated: true } })
  operator.break('GET /lookup/info', { body: { name: 'Operator', website: 'www.operator.example/now' } })
  const contact = {
    contactText: '',
    lineLink: 'javascript:operator.example',
    lineName: '@operator',
    lineQR: '',
  }
  operator.break('GET /lookup/contact', { body: contact })
  await arrive(page, '/terminated')
  await expect(page.getByText(words('contact.line', { name: '@operator' }))).toBeVisible()
  await expect(page.getByRole('link')).toHaveCount(1)
  await expect(page.getByRole('link')).toHaveAttribute('href', 'https://www.operator.example/now')
  operator.break('GET /lookup/contact', { body: { ...contact, lineLink: 'line.example/o' } })
  await page.goto('/contact')
  const way = page.getByRole('link', { name: words('contact.open-chat', { name: '@operator' }) })
  await expect(way).toHaveAttribute('href', 'https://line.example/o')
})

test('the page of a closed operator does without its words where what draws them cannot be had', async ({
  page,
  operator,
}) => {
  operator.break('GET /lookup/active', { body: { terminated: true } })
  await page.route('**/assets/contact-words-*.js', (route) => route.abort())
  const asked = page.waitForRequest('**/assets/contact-words-*.js')
  await arrive(page, '/terminated')
  await asked
  await expect(page.getByRole('link')).toHaveCount(2)
  await expect(page.getByRole('heading', named('app.terminated-title'))).toBeVisible()
})

test('the page of a closed operator does without who it was where the server does not say', async ({
  page,
  operator,
}) => {
  operator.break('GET /lookup/active', { body: { terminated: true } })
  operator.break('GET /lookup/info', { status: 404, body: { message: 'NO_DATA' } })
  await arrive(page, '/terminated')
  await expect(page.getByRole('link')).toHaveCount(1)
  await expect.poll(() => operator.asked.filter((one) => one === 'GET /lookup/info')).toHaveLength(1)
})

test('what a broken line kept away, the contact and the way into the chat, comes by itself when the line is back', async ({
  page,
  operator,
}) => {
  for (const call of ['GET /lookup/contact', 'GET /lookup/enableChatWidget'])
    operator.break(call, { hangsUp: true })
  await arrive(page, '/contact')
  await expect(page.getByText(words('contact.failed'))).toBeVisible()
  operator.putRight()
  operator.break('GET /lookup/enableChatWidget', { body: { enableChatWidget: true } })
  await expect(page.getByRole('figure')).toBeVisible()
  await expect(page.getByRole('button', named('chat-bubble.open'))).toBeVisible()
  await expect(page.getByText(words('contact.failed'))).toBeHidden()
})

test('an operator who has no chat is not asked for one again and again', async ({ page, operator }) => {
  const CHAT = 'GET /lookup/enableChatWidget'
  operator.break(CHAT, { status: 404, body: { message: 'NO_DATA' } })
  operator.break('GET /lookup/contact', { status: 503, body: { message: 'INTERNAL_SERVER_ERROR' } })
  await arrive(page, '/contact')
  const asked = (call: string) => operator.asked.filter((one) => one === call).length
  await expect.poll(() => asked('GET /lookup/contact')).toBeGreaterThan(2)
  expect(asked(CHAT)).toBe(1)
})
