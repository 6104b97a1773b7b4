// A chat whose line comes and goes, and whose past is long: nothing is lost, doubled or out of order, and nobody loses their place.
import { expect, type Page } from '@playwright/test'
import { picture } from './chat-files.ts'
import { arriveAsGuest } from './customer.ts'
import { Player } from './player.ts'
import { Keys, listen } from './scenes/keys.ts'
import { Support } from './support.ts'
import { test } from './whole.ts'

/** What is asked for as read when the second passes after which what was seen is marked: it passes at once, by the clock of a page that has one. */
async function marksOfASecond(page: Page): Promise<readonly string[]> {
  const marks: string[] = []
  page.on('request', (asked) => void (asked.url().includes('/chat/read-customer') && marks.push(asked.url())))
  await page.clock.fastForward(1_200)
  await page.evaluate(() => undefined)
  return marks
}

test('what is written without a line waits, survives a reload, and arrives once and in order', async ({
  visitor,
  context,
  kapao,
}) => {
  test.slow()
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  await customer.open()
  await customer.write('first')
  const id = await agent.conversationWith('first')
  await expect(customer.message('first')).toContainText(visitor.words('chat.sent'))
  await context.setOffline(true)
  // The socket lives on here, as it does for a while on a phone that has lost its line.
  const offline = customer.sheet.getByText(visitor.words('chat.offline'))
  await expect(offline).toBeVisible()
  await customer.write('second')
  await customer.write('third')
  await expect(customer.message('third')).toContainText(visitor.words('chat.queued'))
  await agent.write(id, 'missed by the socket')
  await context.setOffline(false)
  await expect(offline).toBeHidden()
  // The answer is lost on its way back: the server has the message, the page does not know.
  let isLost = true
  await visitor.page.route('**/api/chat/send-message', async (route) => {
    if (!isLost) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await expect.poll(() => agent.textsOf(id)).toContain('second')
  await expect(customer.message('missed by the socket')).toBeVisible()
  await visitor.page.reload()
  // Not by an end of the interception: what a page that has just begun asks meanwhile may never be answered then.
  isLost = false
  await expect(customer.bubble).toBeVisible()
  await customer.open()
  const all = ['first', 'missed by the socket', 'second', 'third']
  await expect.poll(() => agent.textsOf(id)).toEqual(all)
  await expect(customer.messages).toHaveCount(4)
  await expect(customer.messages).toContainText(all)

  // The server goes and comes: what was said meanwhile is there once, and so is what comes after.
  await kapao.restart()
  const again = await Support.logIn(kapao)
  await again.write(id, 'after the restart')
  await expect(customer.message('after the restart')).toBeVisible()
  await customer.write('still here')
  await expect(customer.message('still here')).toContainText(visitor.words('chat.sent'))
  await again.write(id, 'so are we')
  await expect(customer.message('so are we')).toBeVisible()
  await expect(customer.messages).toHaveCount(7)
  expect(await again.textsOf(id)).toEqual([...all, 'after the restart', 'still here', 'so are we'])
})

test('a line that is gone moves nothing of the chat, in any language', async ({
  visitor,
  context,
  kapao,
}) => {
  for (const locale of ['th', 'la', 'en'] as const) {
    const phone = new Player(visitor.page, kapao, locale, visitor.member)
    const customer = await arriveAsGuest(phone)
    await customer.open()
    const top = () => customer.log.evaluate((log) => log.getBoundingClientRect().top)
    await expect(customer.sheet.getByText(phone.words('chat.online'))).toBeVisible()
    // The sheet may be on its way up.
    await customer.sheet.evaluate((sheet) => Promise.all(sheet.getAnimations().map((one) => one.finished)))
    const before = await top()
    await context.setOffline(true)
    await expect(customer.sheet.getByText(phone.words('chat.offline'))).toBeVisible()
    expect(await top()).toBe(before)
    await context.setOffline(false)
  }
})

test('a chat whose rooms the operator has called otherwise since is opened, and hears what is said there', async ({
  visitor,
  kapao,
}) => {
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  // What the page was told before the change.
  const before = { json: { PREFIX: 'called-before-' } }
  await visitor.page.route('**/api/chat/config', (route) => route.fulfill(before), { times: 1 })
  await customer.open()
  await expect(customer.sheet.getByText(visitor.words('chat.empty-title'))).toBeVisible()
  await customer.write('which room is this')
  await agent.write(await agent.conversationWith('which room is this'), 'yours')
  await expect(customer.message('yours')).toBeVisible()
})

test('what waits to be sent is told on the bubble before anything of the chat is loaded, until it is sent', async ({
  visitor,
}) => {
  const { page } = visitor
  const customer = await arriveAsGuest(visitor)
  let isLost = true
  await page.route('**/api/chat/send-message', (route) => (isLost ? route.abort() : route.continue()))
  await customer.open()
  await customer.write('nobody has this yet')
  await expect(customer.message('nobody has this yet')).toContainText(visitor.words('chat.queued'))
  await page.reload()
  isLost = false
  const unsent = new RegExp(`, ${visitor.words('chat-bubble.unsent')}$`)
  await expect(customer.bubble).toHaveAccessibleName(unsent)
  // There the words would lie on the page's own; here is room for them.
  await page.goto('/login')
  await expect(customer.bubble).toHaveAccessibleName(unsent)
  const words = visitor.button('chat-bubble.unsent')
  await expect(words).toBeVisible()
  await words.click()
  await expect(customer.message('nobody has this yet')).toContainText(visitor.words('chat.sent'))
  await page.keyboard.press('Escape')
  await expect(customer.bubble).not.toHaveAccessibleName(unsent)
  await expect(words).toBeHidden()
})

test('a phone that slept hears what it missed when it wakes, once', async ({ visitor, kapao }) => {
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  await customer.open()
  await customer.write('good night')
  const id = await agent.conversationWith('good night')
  await visitor.sleep()
  await agent.write(id, 'said while you slept')
  await visitor.wake()
  await expect(customer.message('said while you slept')).toBeVisible()
  const { seq } = await agent.write(id, 'and now')
  await expect(customer.message('and now')).toBeVisible()
  await expect(customer.messages).toHaveCount(3)
  await expect.poll(() => agent.readByCustomer(id)).toBe(seq)
  // What was missed behind a closed sheet is counted as if it had been heard.
  await customer.close()
  await visitor.sleep()
  await agent.write(id, 'one')
  await agent.write(id, 'two')
  await visitor.wake()
  await expect(customer.bubble).toContainText('2')
})

test('unread is counted on the bubble and in the title, and told, and read is only what was seen', async ({
  visitor,
  kapao,
}) => {
  const agent = await Support.logIn(kapao)
  await listen(visitor.page)
  const customer = await arriveAsGuest(visitor)
  await visitor.page.clock.install()
  await customer.open()
  await customer.write('are you there')
  const id = await agent.conversationWith('are you there')
  await expect(customer.message('are you there')).toContainText(visitor.words('chat.sent'))
  await customer.close()
  await agent.write(id, 'yes')
  const said = await agent.write(id, 'we are')
  await expect(customer.bubble).toContainText('2')
  await new Keys(visitor.page, visitor.words).hears(`${await customer.bubble.getAttribute('aria-label')}`)
  await expect(visitor.page).toHaveTitle(/^\(2\) /)
  expect(await marksOfASecond(visitor.page)).toEqual([])
  expect(await agent.readByCustomer(id)).toBeLessThan(said.seq)
  await customer.open()
  await expect.poll(() => agent.readByCustomer(id)).toBe(said.seq)
  await customer.close()
  await expect(customer.bubble).toHaveAccessibleName(visitor.words('chat-bubble.open'))
  await expect(visitor.page).not.toHaveTitle(/^\(/)
  await expect(customer.bubble).toBeFocused()
  await agent.read(id, said.seq)
  await customer.open()
  await expect(customer.message('are you there')).toContainText(visitor.words('chat.read'))

  // On the next page it is counted before the chat is opened, by one call and without the socket.
  await customer.close()
  await agent.write(id, 'one thing more')
  await expect(customer.bubble).toContainText('1')
  const asked: string[] = []
  visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visitor.page.reload()
  await expect(customer.bubble).toContainText('1')
  await expect(visitor.page).toHaveTitle(/^\(1\) /)
  expect(asked.filter((path) => /socket\.io|\/api\/chat/.test(path))).toEqual(['/api/chat/history'])
  await customer.open()
  await expect(customer.message('one thing more')).toBeInViewport()
  // What was read is known on the next page too.
  await expect.poll(() => agent.readByCustomer(id)).toBe(said.seq + 1)
  const counted = visitor.page.waitForResponse('**/api/chat/history')
  await visitor.page.reload()
  await counted
  await expect(customer.bubble).toHaveAccessibleName(visitor.words('chat-bubble.open'))
})

test('an answer is told of where files that go up hide it, read once it is in sight, and hidden by none that failed', async ({
  visitor,
  kapao,
}) => {
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  await visitor.page.clock.install()
  await customer.open()
  await customer.write('look at these')
  const id = await agent.conversationWith('look at these')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await visitor.page.route('**/api/chat/upload-image', async (route) => {
    await held
    await route.abort()
  })
  await customer.attach(...['a', 'b', 'c'].map((name) => picture(`${name}.png`, 300, 400)))
  await expect(customer.messages).toHaveCount(4)
  await expect(customer.messages.last()).toBeInViewport()
  const { seq } = await agent.write(id, 'I see nothing yet')
  const pill = customer.sheet.getByRole('button', { name: '1 new message', exact: true })
  await expect(pill).toBeVisible()
  await expect(customer.message('I see nothing yet')).not.toBeInViewport()
  expect(await marksOfASecond(visitor.page)).toEqual([])
  await pill.click()
  await expect(customer.message('I see nothing yet')).toBeInViewport()
  await expect.poll(() => agent.readByCustomer(id)).toBe(seq)

  release()
  const failed = visitor.words('chat.not-sent')
  await expect(customer.messages).toContainText([
    'look at these',
    failed,
    failed,
    failed,
    'I see nothing yet',
  ])
  await expect(customer.message('look at these')).toContainText(visitor.words('chat.sent'))
  await customer.log.evaluate((log) => log.scrollTo(0, log.scrollHeight))
  const last = await agent.write(id, 'Please send them again')
  await expect(customer.message('Please send them again')).toBeInViewport()
  await expect.poll(() => agent.readByCustomer(id)).toBe(last.seq)
})
