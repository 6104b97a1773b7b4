// What comes late at the desk, or not at all, while an agent is at it.
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { carried, picture } from './chat-files.ts'
import { hold } from './held.ts'
import { test } from './whole.ts'
import { newHello, Writer } from './writer.ts'

test('what is written beside a file that is on its way stays when it has come', async ({
  kapao,
  browser,
}) => {
  const agent = await Agent.arrive(browser, kapao)
  await agent.choose('app.canned')
  await agent.button('canned.new').click()
  await agent.page.getByRole('combobox', { name: agent.words('canned.message') }).selectOption('media')
  const letGo = await hold(agent.page, '**/api/desk/upload')
  await agent.page.getByRole('main').locator('input[type=file]').setInputFiles(picture())
  const caption = agent.field('message.caption')
  await caption.fill('Tap the photo')
  letGo()
  await expect(agent.button('message.change-file')).toBeVisible()
  await expect(caption).toHaveValue('Tap the photo')
  await agent.context.close()
})

test('a picture that is on its way comes to the card that it was chosen for, though the one before it is removed', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(hello)
  const panel = await agent.make('generic')
  const titles = panel.getByRole('textbox', { name: agent.words('message.card-title') })
  for (const [index, title] of ['First', 'Second', 'Third'].entries()) {
    if (index > 0) await panel.getByRole('button', { name: agent.words('message.add-card') }).click()
    await titles.nth(index).fill(title)
  }
  const letGo = await hold(agent.page, '**/api/desk/upload')
  await panel.locator('input[type=file]').nth(1).setInputFiles(picture())
  await expect(panel.getByRole('progressbar')).toBeVisible()
  await panel.getByRole('button', { name: agent.words('message.remove-card', { number: 1 }) }).click()
  await expect(titles).toHaveCount(2)
  letGo()
  await expect(panel.getByRole('button', { name: agent.words('message.change-file') })).toHaveCount(1)
  const shown = panel.getByRole('region', { name: agent.words('message.preview') }).getByRole('listitem')
  await expect(shown.filter({ hasText: 'Second' }).locator('img')).toHaveCount(1)
  await expect(shown.filter({ hasText: 'Third' }).locator('img')).toHaveCount(0)
  await agent.context.close()
})

test('what is being written outlives a reload that the page does by itself, since a file of its release is gone, and no other', async ({
  kapao,
  browser,
}) => {
  const [one, other] = [newHello(), newHello()]
  for (const hello of [one, other]) await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const { page } = agent
  for (const hello of [one, other]) {
    await agent.open(hello)
    await agent.field('thread.write').fill(`To ${hello}`)
  }
  await agent.field('customer.new-note').fill('Calls back')
  await agent.choose('app.canned')
  await agent.button('canned.new').click()
  await agent.field('canned.name').fill('Half a thought')
  await page.route('**/desk/assets/password-page-*.js', (route) => route.fulfill({ status: 404 }), {
    times: 1,
  })
  const anew = page.waitForEvent('load')
  await agent.choose('app.password')
  await anew
  await expect(page.getByRole('heading', { name: agent.words('app.password') })).toBeVisible()
  // The mark of the reload itself stays: it is not to go round.
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['desk-reloaded-for-chunk-at'])
  await agent.choose('app.canned')
  await agent.button('canned.new').click()
  await expect(agent.field('canned.name')).toHaveValue('Half a thought')
  for (const hello of [one, other]) {
    await agent.open(hello)
    await expect(agent.field('thread.write')).toHaveValue(`To ${hello}`)
  }
  await expect(agent.field('customer.new-note')).toHaveValue('Calls back')
  await page.reload()
  await expect(agent.field('thread.write')).toHaveValue('')
  await agent.context.close()
})

test('the question whether to end a conversation that another has ended does not come back with what its customer writes next', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  const guest = new Writer(kapao)
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(hello)
  await agent.button('customer.end').click()
  const question = agent.page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  const other = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  await other.open(hello)
  await other.end()
  await expect(question).toHaveCount(0)
  await guest.write('One more thing')
  await expect(agent.said.getByText('One more thing')).toBeVisible()
  await expect(agent.button('customer.end')).toBeVisible()
  await expect(question).toHaveCount(0)
  await other.context.close()
  await agent.context.close()
})

test('that the canned replies did not come is not told as that there are none', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.page.route('**/api/desk/canned', (route) =>
    route.fulfill({ status: 500, json: { message: 'INTERNAL_SERVER_ERROR' } }),
  )
  await agent.page.reload()
  await agent.open(hello)
  await agent.field('thread.write').fill('/hello')
  const said = agent.page.getByText(agent.words('errors.INTERNAL_SERVER_ERROR'))
  await expect(said).toBeVisible()
  await expect(agent.page.getByText(agent.words('thread.canned-none'))).toHaveCount(0)
  await agent.field('thread.write').fill('')
  await agent.button('thread.template').click()
  await expect(
    agent.page.getByRole('dialog').getByText(agent.words('errors.INTERNAL_SERVER_ERROR')),
  ).toBeVisible()
  await agent.context.close()
})

test('the inbox’s answer that is on its way is not given up for the next of many messages', async ({
  kapao,
  browser,
}) => {
  const [one, other] = [newHello(), newHello()]
  const guest = new Writer(kapao)
  await guest.write(one)
  const agent = await Agent.arrive(browser, kapao)
  await expect(agent.row(one)).toBeVisible()
  await agent.page.clock.install()
  // An answer that takes ten seconds by this clock is asked over: on a slow machine the test itself may take as long.
  await agent.page.evaluate(() => {
    const now = performance.now()
    performance.now = () => now
  })
  let asked = 0
  const answer = Promise.withResolvers<void>()
  await agent.page.route('**/api/desk/inbox', async (route) => {
    asked += 1
    await answer.promise
    // Given up by the page, it has nobody to go to.
    await route.continue().catch(() => undefined)
  })
  await new Writer(kapao).write(other)
  // Its time may have been set before the clock was the test's, so that no turning of the clock brings it.
  await expect.poll(() => asked).toBe(1)
  for (const said of [`${one} 1`, `${one} 2`]) {
    await guest.write(said)
    await expect(agent.row(said)).toBeVisible()
    await agent.page.clock.fastForward(2_000)
    // What is asked by then is asked before this.
    await agent.page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
    expect(asked).toBe(1)
  }
  answer.resolve()
  await expect(agent.row(other)).toBeVisible()
  await agent.context.close()
})

test('an inbox that could not be made fresh says so, and is asked for until it is', async ({
  kapao,
  browser,
}) => {
  const [one, other] = [newHello(), newHello()]
  await new Writer(kapao).write(one)
  const agent = await Agent.arrive(browser, kapao)
  await expect(agent.row(one)).toBeVisible()
  const inbox = '**/api/desk/inbox'
  await agent.page.route(inbox, (route) =>
    route.fulfill({ status: 500, json: { message: 'INTERNAL_SERVER_ERROR' } }),
  )
  await new Writer(kapao).write(other)
  const note = agent.page.getByText(agent.words('inbox.stale'))
  await expect(note).toBeVisible()
  await expect(agent.row(one)).toBeVisible()
  await agent.page.unroute(inbox)
  await expect(agent.row(other)).toBeVisible()
  await expect(note).toHaveCount(0)
  await agent.context.close()
})

test('what is being written outlives the reload that an agent is offered for an answer of a newer release', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  await agent.open(hello)
  await agent.field('thread.write').fill('Half a thought')
  await agent.page.route('**/api/desk/staff', (route) => route.fulfill({ json: { staff: 'newer' } }), {
    times: 1,
  })
  await agent.choose('app.staff')
  const anew = agent.page.waitForEvent('load')
  await agent.button('app.reload').click()
  await anew
  await agent.open(hello)
  await expect(agent.field('thread.write')).toHaveValue('Half a thought')
  await agent.context.close()
})

test('a file that is dropped beside the conversation does not take the desk’s place', async ({
  kapao,
  browser,
}) => {
  const agent = await Agent.arrive(browser, kapao)
  const dataTransfer = await carried(agent.page, picture())
  for (const type of ['dragover', 'drop']) {
    const isLeftToTheBrowser = await agent.inbox.evaluate(
      (element, [name, transfer]) =>
        element.dispatchEvent(
          new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: transfer }),
        ),
      [type, dataTransfer] as const,
    )
    expect(isLeftToTheBrowser).toBe(false)
  }
  await agent.context.close()
})

test('an answer that was on its way when a colleague took the conversation does not take it from them again', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const other = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  await other.open(hello)
  const [answered, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await agent.page.route(
    '**/api/desk/conversations/*',
    async (route) => {
      const response = await route.fetch()
      answered.resolve()
      await late.promise
      // Given up by the page, it has nobody to go to.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  await agent.row(hello).click()
  await answered.promise
  await other.button('customer.take').click()
  const whose = agent.page.getByRole('combobox', { name: agent.words('customer.assignee') })
  await expect(whose).toHaveValue(/^(?!nobody)/)
  late.resolve()
  await agent.page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
  await expect(agent.button('customer.take')).toHaveCount(0)
  await expect(whose).toHaveValue(/^(?!nobody)/)
  for (const one of [agent, other]) await one.context.close()
})

test('a conversation that is pressed while the way back is still being taken is what the agent gets to', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(hello)
  const { place } = agent
  await agent.choose('app.canned')
  await agent.button('canned.new').click()
  await agent.field('canned.name').waitFor()
  // In one breath: as when the answer to a save leads back at the moment of a press.
  await agent.page.evaluate(
    ([back, row]) => {
      document.querySelector<HTMLButtonElement>(`main button[aria-label="${back}"]`)?.click()
      document.querySelector<HTMLAnchorElement>(`a[href="${row}"]`)?.click()
    },
    [agent.words('app.back'), place],
  )
  await agent.said.waitFor()
  await expect(agent.page).toHaveURL(new RegExp(`${place}$`))
  await agent.page.goBack()
  await expect(agent.button('canned.new')).toBeVisible()
  await agent.context.close()
})
