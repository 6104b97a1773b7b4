// What others do at the desk and in the chat while an agent is at it.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { Agent, STAFF_PASSWORD } from './agent.ts'
import { hold } from './held.ts'
import { test } from './whole.ts'
import { newHello, Writer } from './writer.ts'

const marked = { 'x-requested-with': 'kapao' }

test('a conversation is not ended over what its customer has just written, before the agent was told', async ({
  kapao,
  browser,
}) => {
  const guest = new Writer(kapao)
  const hello = newHello()
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const unread = agent.row(hello).getByRole('img', { name: agent.words('inbox.unread', { count: 1 }) })
  await expect(unread).toHaveCount(1)
  await agent.open(hello)
  await expect(unread).toHaveCount(0)
  await agent.button('customer.end').click()
  const question = agent.page.getByRole('alertdialog')
  await expect(question).toContainText(agent.words('customer.end-text'))
  await guest.write('I still have no money')
  const confirm = question.getByRole('button', { name: agent.words('customer.end'), exact: true })
  await confirm.click()
  await expect(question).toContainText(agent.words('customer.end-unseen'))
  await expect(agent.page.getByText(agent.words('customer.is-ended'))).toHaveCount(0)
  await confirm.click()
  await expect(agent.page.getByText(agent.words('customer.is-ended'))).toBeVisible()
  await agent.context.close()
})

test('who takes over a conversation a moment too late hears whose it is', async ({ kapao, browser }) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const other = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  for (const one of [agent, other]) await one.open(hello)
  const letGo = await hold(other.page, '**/assignee')
  const sent = other.page.waitForRequest('**/assignee')
  await other.button('customer.take').click()
  await sent
  await agent.button('customer.take').click()
  await expect(agent.button('customer.take')).toHaveCount(0)
  letGo()
  await expect(
    other.page.getByText(other.words('customer.taken', { name: 'Nong Kapao' })).first(),
  ).toBeVisible()
  await expect(agent.page.getByRole('combobox', { name: agent.words('customer.assignee') })).toContainText(
    agent.words('customer.me', { name: 'Nong Kapao' }),
  )
  for (const one of [agent, other]) await one.context.close()
})

test('whom a conversation can be given to is asked anew where the list is opened', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const gone = { staffId: 'gone', displayName: 'Has left' }
  let colleagues = [gone]
  await agent.page.route('**/api/desk/colleagues', (route) => route.fulfill({ json: { colleagues } }))
  await agent.open(hello)
  const whose = agent.page.getByRole('combobox', { name: agent.words('customer.assignee') })
  await expect(whose.getByRole('option', { name: gone.displayName })).toBeAttached()
  colleagues = []
  await whose.focus()
  await expect(whose.getByRole('option', { name: gone.displayName })).not.toBeAttached()
  await agent.context.close()
})

test.describe('a canned reply', () => {
  async function withReply(agent: Agent, title: string) {
    const message = { message_type: 'text', payload: { text: 'One moment, please' } }
    const reply = { kind: 'reply', title, shortcut: '', language: '', message }
    const { request } = agent.page
    const made = await request.post('/api/desk/canned', { headers: marked, data: reply })
    const { canned }: { canned: { cannedId: string } } = await made.json()
    const put = (changed: string) =>
      request.put(`/api/desk/canned/${canned.cannedId}`, {
        headers: marked,
        data: { ...reply, title: changed },
      })
    const remove = () => request.delete(`/api/desk/canned/${canned.cannedId}`, { headers: marked })
    const titles = async (): Promise<string[]> => {
      const listed = await request.get('/api/desk/canned', { headers: marked })
      const { canned: all }: { canned: { title: string }[] } = await listed.json()
      return all.map((one) => one.title)
    }
    await agent.choose('app.canned')
    await agent.page.getByRole('main').getByRole('link', { name: title }).click()
    return { put, remove, titles }
  }

  test('that is not saved is found again by its agent, and can be thrown away', async ({
    kapao,
    browser,
  }) => {
    const hello = newHello()
    await new Writer(kapao).write(hello)
    const agent = await Agent.arrive(browser, kapao)
    const title = `Reply ${randomUUID().slice(0, 8)}`
    await withReply(agent, title)
    await agent.field('canned.name').fill(`${title} better`)
    await expect(agent.page.getByText(agent.words('canned.unsaved'))).toBeVisible()
    await agent.open(hello)
    await agent.choose('app.canned')
    await agent.page.getByRole('main').getByRole('link', { name: title }).click()
    await expect(agent.field('canned.name')).toHaveValue(`${title} better`)
    await agent.button('canned.discard').click()
    await expect(agent.field('canned.name')).toHaveValue(title)
    await expect(agent.page.getByText(agent.words('canned.unsaved'))).toHaveCount(0)
    await agent.button('app.back').click()

    await agent.button('canned.new').click()
    await agent.field('canned.name').fill('Half a thought')
    await agent.open(hello)
    await agent.choose('app.log-out')
    await agent.logIn('demo')
    await agent.choose('app.canned')
    await agent.button('canned.new').click()
    await expect(agent.field('canned.name')).toHaveValue('')
    await agent.context.close()
  })

  test('that another has changed is not overwritten before its agent was told', async ({
    kapao,
    browser,
  }) => {
    const agent = await Agent.arrive(browser, kapao)
    const title = `Reply ${randomUUID().slice(0, 8)}`
    const { put, titles } = await withReply(agent, title)
    const name = agent.field('canned.name')
    await name.fill(`${title} mine`)
    await put(`${title} theirs`)
    await agent.button('canned.save').click()
    await expect(agent.page.getByText(agent.words('canned.overtaken'))).toBeVisible()
    await expect(name).toHaveValue(`${title} mine`)
    expect(await titles()).toContain(`${title} theirs`)
    await agent.button('canned.save').click()
    await expect(agent.page.getByRole('main').getByRole('link', { name: `${title} mine` })).toBeVisible()
    expect(await titles()).not.toContain(`${title} theirs`)
    await agent.context.close()
  })

  test('that another has changed is not deleted before its agent has seen it', async ({ kapao, browser }) => {
    const agent = await Agent.arrive(browser, kapao)
    const title = `Reply ${randomUUID().slice(0, 8)}`
    const { put, titles } = await withReply(agent, title)
    await agent.button('canned.delete').click()
    await put(`${title} theirs`)
    const question = agent.page.getByRole('alertdialog')
    await question.getByRole('button', { name: agent.words('canned.delete'), exact: true }).click()
    await expect(agent.page.getByText(agent.words('errors.CHANGED_MEANWHILE')).first()).toBeVisible()
    await expect(agent.field('canned.name')).toHaveValue(`${title} theirs`)
    expect(await titles()).toContain(`${title} theirs`)
    await agent.context.close()
  })

  test('that another has deleted is not taken from under whoever writes, who is told at the next save', async ({
    kapao,
    browser,
  }) => {
    const agent = await Agent.arrive(browser, kapao)
    const title = `Reply ${randomUUID().slice(0, 8)}`
    const { remove } = await withReply(agent, title)
    const name = agent.field('canned.name')
    await name.fill(`${title} mine`)
    const heard = agent.page.waitForResponse((response) => response.url().endsWith('/api/desk/canned'))
    await remove()
    await heard
    await agent.button('canned.save').click()
    await expect(agent.page.getByText(agent.words('errors.NO_DATA')).first()).toBeVisible()
    await expect(name).toHaveValue(`${title} mine`)
    await agent.button('canned.discard').click()
    await expect(agent.button('canned.new')).toBeVisible()
    await agent.context.close()
  })
})

test('whoever was logged out without their doing reads why where they log in', async ({ kapao, browser }) => {
  const agent = await Agent.arrive(browser, kapao)
  await agent.context.clearCookies()
  await agent.page.reload()
  await expect(agent.button('session.log-in')).toBeVisible()
  await expect(agent.page.getByText(agent.words('errors.EXPIRED_AUTH_TOKEN'))).toHaveCount(0)
  await agent.logIn('demo')
  await agent.page.request.post('/api/desk/logout', { headers: marked })
  // A page that is looked at again asks for what it missed. It may know by then.
  await agent.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(agent.button('session.log-in')).toBeVisible()
  const reason = agent.page.getByRole('main').getByText(agent.words('errors.EXPIRED_AUTH_TOKEN'))
  await expect(reason).toBeVisible()
  await agent.context.close()
})

test('who logs in in another tab of the browser is at this one’s desk, too, and nothing that was being written goes out as theirs', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  const guest = new Writer(kapao)
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(hello)
  const deskSend = '**/api/desk/conversations/*/messages'
  await agent.page.route(deskSend, (route) => route.abort())
  await agent.write('Not sent by Nong')
  await expect(agent.page.getByText(agent.words('thread.queued'))).toBeVisible()
  const field = agent.field('thread.write')
  await field.fill('Not finished by Nong')
  const data = { name: 'demo-admin', password: STAFF_PASSWORD, code: '' }
  const loggedIn = await agent.page.request.post('/api/desk/login', { headers: marked, data })
  expect(loggedIn.ok()).toBe(true)
  const account = agent.words('app.account', { name: 'Khun Kapao' })
  await expect(agent.page.getByRole('button', { name: account })).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(agent.said.getByText('Not sent by Nong')).toHaveCount(0)
  await agent.page.unroute(deskSend)
  await agent.write('Of Khun')
  await expect
    .poll(async () => (await guest.heard()).map(({ message }) => message.payload.text))
    .toEqual(['Of Khun'])
  await agent.context.close()
})

test('a tab that read the end of its session before the new one of another tab was there goes on as whoever that is', async ({
  kapao,
  browser,
}) => {
  const agent = await Agent.arrive(browser, kapao)
  await agent.page.request.post('/api/desk/logout', { headers: marked })
  await agent.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(agent.button('session.log-in')).toBeVisible()
  const data = { name: 'demo-admin', password: STAFF_PASSWORD, code: '' }
  expect((await agent.page.request.post('/api/desk/login', { headers: marked, data })).ok()).toBe(true)
  const account = agent.words('app.account', { name: 'Khun Kapao' })
  await expect(agent.page.getByRole('button', { name: account })).toBeVisible()
  await agent.context.close()
})

test('a customer whose conversation was ended is found from a search among the open ones', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(hello)
  const signs = (await agent.page.getByRole('heading', { level: 2, name: /^Guest / }).innerText()).slice(6)
  await agent.end()
  const search = agent.page.getByRole('searchbox', { name: agent.words('inbox.search') })
  await search.fill(signs)
  // The ring is the frame's, around the sign and the button as well.
  await expect(search).toHaveCSS('outline-style', 'none')
  await expect(agent.page.getByText(agent.words('inbox.none-found-open'), { exact: true })).toBeVisible()
  const parts = agent.page.getByRole('group', { name: agent.words('inbox.filter') })
  await parts.getByRole('button', { name: agent.words('inbox.filter-mine') }).click()
  await agent.button('inbox.search-all').click()
  await agent.button('inbox.search-closed').click()
  await expect(agent.row(hello)).toBeVisible()
  await expect(search).toHaveValue(signs)
  await agent.context.close()
})
