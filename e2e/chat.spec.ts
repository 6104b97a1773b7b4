// The customer's side of the chat, with someone at the desk who answers by the desk's own calls.
import { expect } from '@playwright/test'
import { picture } from './chat-files.ts'
import { arriveAsGuest, Customer } from './customer.ts'
import { call, join, newcomer } from './member.ts'
import { Player } from './player.ts'
import { Support } from './support.ts'
import { test } from './whole.ts'

const button = (title: string, type: string, payload: string) => ({ title, type, payload })

test('a guest opens the chat and gets every kind of message from the desk @both-builds', async ({
  visitor,
  kapao,
}) => {
  const agent = await Support.logIn(kapao)
  const loaded: string[] = []
  visitor.page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const customer = new Customer(visitor)
  const { sheet } = customer
  const { page } = visitor
  await visitor.setLanguage()
  await page.goto('/login')
  await expect(visitor.button('chat-bubble.invite')).toBeVisible()
  // Not one byte of it, nor an id of a guest, before it is wanted.
  expect(
    loaded.filter((path) =>
      /\/(?:chat-(?!bubble|door|place)|message-list-|uploads-|socket-client-)|socket\.io|\/api\/chat/.test(
        path,
      ),
    ),
  ).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('guest-id'))).toBeNull()
  await visitor.link('app.menu-contact').click()
  await visitor.button('contact.open-own-chat').click()
  await expect(sheet.getByText(visitor.words('chat.empty-title'))).toBeVisible()
  await customer.write('guest hello')
  const id = await agent.conversationWith('guest hello')
  await expect(customer.message('guest hello')).toContainText(visitor.words('chat.sent'))

  await agent.write(id, 'see https://kapao.example/a?b=1ได้ที่นี่ and javascript:alert(1)')
  const link = sheet.getByRole('link', { name: 'https://kapao.example/a?b=1', exact: true })
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(customer.message('javascript').getByRole('link')).toHaveCount(1)
  await expect(sheet.getByRole('status').locator('[lang=th]')).toContainText('ได้ที่นี่')

  await agent.say(id, 'buttons', {
    text: 'choose',
    buttons: [
      button('Open the page', 'web', 'https://kapao.example/p'),
      button('Call us', 'call', '02 000 0000'),
      button('Ask a person', 'postback', 'PERSON'),
    ],
  })
  await expect(sheet.getByRole('link', { name: 'Open the page' })).toHaveAttribute(
    'href',
    'https://kapao.example/p',
  )
  await expect(sheet.getByRole('link', { name: 'Call us' })).toHaveAttribute('href', 'tel:020000000')
  // Twice is once. As by a finger: a mouse's second click would come when the button has moved up.
  const ask = sheet.getByRole('button', { name: 'Ask a person' })
  await ask.evaluate((one) => {
    for (const _tap of [1, 2]) one.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  await expect.poll(() => agent.textsOf(id)).toContain('Ask a person')

  const replies = [button('Yes', 'postback', 'YES'), button('No', 'postback', 'NO')]
  await agent.say(id, 'quick_replies', { text: 'more?', quick_replies: replies })
  await sheet.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(sheet.getByRole('button', { name: 'No', exact: true })).toHaveCount(0)
  await expect.poll(async () => (await agent.textsOf(id)).at(-1)).toBe('Yes')
  expect((await agent.textsOf(id)).filter((text) => text === 'Ask a person')).toHaveLength(1)

  await agent.say(id, 'generic', {
    elements: ['one', 'two', 'three'].map((title) => ({
      image_url: '',
      title,
      subtitle: 'about it',
      buttons: [button(`Take ${title}`, 'postback', title)],
    })),
  })
  const last = sheet.getByRole('button', { name: 'Take three' })
  await last.scrollIntoViewIfNeeded()
  await last.click()
  await expect.poll(async () => (await agent.textsOf(id)).at(-1)).toBe('Take three')

  // Its place is there before it is, and neither it nor what stands above moves when it comes.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/chat/files/**', async (route) => {
    await held
    await route.continue()
  })
  await agent.picture(id, picture('reply.png', 600, 300).buffer)
  const open = sheet.getByRole('button', { name: visitor.words('chat.picture'), exact: true })
  await expect(open).toBeInViewport({ ratio: 1 })
  const place = await open.boundingBox()
  expect((place?.width ?? 0) / (place?.height ?? 1)).toBeCloseTo(2, 1)
  release()
  const isHere = (image: HTMLImageElement) => image.complete && image.naturalWidth
  await expect.poll(() => open.locator('img').evaluate(isHere)).toBe(600)
  expect(await open.boundingBox()).toEqual(place)
  await open.click()
  const large = page.getByRole('dialog', { name: visitor.words('chat.picture') })
  await expect(large.getByRole('img')).toBeInViewport({ ratio: 1 })
  expect((await large.getByRole('img').boundingBox())?.width).toBeGreaterThan(place?.width ?? 0)
  await page.goBack()
  await expect(large).toBeHidden()
  await expect(sheet).toBeVisible()

  await agent.end(id)
  await expect(customer.says('chat.ended')).toHaveCount(1)
  await agent.write(id, 'a new day')
  await expect(customer.message('a new day')).toBeVisible()
  await expect(customer.says('chat.ended')).toHaveCount(1)
  await expect(customer.says('chat.today')).toHaveCount(1)

  // Another server may say what ours never does.
  await page.route('**/api/chat/history', async (route) => {
    const answer = await (await route.fetch()).json()
    const [newest] = answer.history
    const strange = { ...newest, _id: 'strange', message: { message_type: 'sticker', payload: 7 } }
    await route.fulfill({ json: { ...answer, history: [strange, ...answer.history.slice(0, 9)] } })
  })
  await page.reload()
  await expect(customer.bubble).toBeVisible()
  await customer.open()
  await expect(customer.message(visitor.words('chat.unsupported'))).toHaveCount(1)
  await expect(customer.message('a new day')).toBeVisible()
})

test('files go up with their place held, fail, go again, and are refused in words', async ({
  visitor,
  kapao,
}) => {
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  await customer.open()
  await customer.attach(picture('slip'))
  await expect(visitor.alert('chat.not-supported')).toBeVisible()
  await customer.drop('big.png', 'image/png', 10 * 1024 * 1024 + 1)
  await expect(visitor.alert('chat.too-large', { mb: 10 })).toBeVisible()
  await expect(customer.messages).toHaveCount(0)

  const uploads = '**/api/chat/upload-image'
  await visitor.page.route(uploads, (route) => route.abort())
  await customer.attach(picture('slip.png', 400, 200))
  await expect(customer.messages).toContainText(visitor.words('chat.not-sent'))
  const place = await customer.messages.getByRole('img').or(customer.messages.locator('img')).boundingBox()
  expect((place?.width ?? 0) / (place?.height ?? 1)).toBeCloseTo(2, 1)
  await visitor.page.unroute(uploads)
  await visitor.press(customer.messages, 'chat.send-again')
  await expect(customer.messages).toContainText(visitor.words('chat.sent'))
  const id = await agent.conversationWith('/api/chat/files/')
  const [sent] = await agent.messagesOf(id)
  expect(sent?.message).toMatchObject({ message_type: 'media', payload: { fileType: 'image', url: false } })

  // From the clipboard, and from a hand that drags.
  await customer.paste(picture('pasted.png'))
  await expect(customer.messages).toHaveCount(2)
  await customer.dropFiles(picture('no-ending'), picture('dropped.png'), picture('beside.png'))
  await expect(customer.messages).toHaveCount(4)
  await expect(customer.messages.last()).toContainText(visitor.words('chat.sent'))
  // Those that went up say nothing of the one that did not.
  await expect(visitor.alert('chat.not-supported')).toContainText('no-ending')
  await expect.poll(async () => (await agent.messagesOf(id)).length).toBe(4)

  // One that is on its way is taken back; one that the server finds out is removed.
  await visitor.page.route(uploads, () => undefined)
  await customer.attach(picture('other.png'))
  await expect(customer.messages.last().getByRole('progressbar')).toBeVisible()
  await visitor.press(customer.messages.last(), 'chat.cancel')
  await expect(customer.messages).toHaveCount(4)
  await expect(customer.log).toBeFocused()
  await visitor.page.unroute(uploads)
  const program = { name: 'setup.png', mimeType: 'image/png', buffer: Buffer.from('MZ\x90\0'.repeat(99)) }
  await customer.attach(program)
  await expect(customer.messages.last()).toContainText(visitor.words('chat.not-supported'))
  // It never will be taken, and is named: nothing of it can be drawn.
  await expect(customer.messages.last()).toContainText('setup.png')
  await expect(customer.messages.last()).not.toContainText(visitor.words('chat.media-missing'))
  await expect(customer.messages.last()).not.toContainText(visitor.words('chat.send-again'))
  await visitor.press(customer.messages.last(), 'chat.remove')
  await expect(customer.messages).toHaveCount(4)
  await expect(customer.log).toBeFocused()
  await visitor.page.reload()
  await expect(customer.bubble).toBeVisible()
  await customer.open()
  await expect(customer.messages).toHaveCount(4)
})

test('a picture that is on its way arrives although the chat is closed meanwhile', async ({
  visitor,
  kapao,
}) => {
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  await customer.open()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await visitor.page.route('**/api/chat/upload-image', async (route) => {
    await held
    await route.continue()
  })
  await customer.write('a picture follows')
  const id = await agent.conversationWith('a picture follows')
  await customer.attach(picture('on-its-way.png'))
  await expect(customer.messages).toHaveCount(2)
  await customer.close()
  release()
  await expect.poll(async () => (await agent.messagesOf(id)).length).toBe(2)
  await customer.open()
  await expect(customer.messages).toHaveCount(2)
  await expect(customer.messages.last()).toContainText(visitor.words('chat.sent'))
})

test('a member is somebody else than the guest before and the guest after @both-builds', async ({
  kapao,
  visitor,
  region,
}) => {
  const agent = await Support.logIn(kapao)
  const guest = await arriveAsGuest(visitor)
  await guest.open()
  await guest.write('said as a guest')
  await agent.conversationWith('said as a guest')
  await guest.close()
  const member = await join(kapao, newcomer(region))
  const player = new Player(visitor.page, kapao, visitor.locale, member)
  await player.page.goto('/login')
  await player.logIn()
  const customer = new Customer(player)
  await customer.open()
  await expect(customer.sheet.getByText(player.words('chat.empty-title'))).toBeVisible()
  await customer.write('said as a member')
  const id = await agent.conversationWith('said as a member')
  await agent.write(id, 'for the member alone')
  await expect(customer.message('for the member alone')).toBeVisible()
  expect(await agent.textsOf(id)).toEqual(['said as a member', 'for the member alone'])
  await customer.close()
  await player.button('app.log-out').click()
  await expect(player.page).toHaveURL(/\/login$/)
  await customer.open()
  await expect(customer.message('said as a guest')).toBeVisible()
  await expect(customer.messages).toHaveCount(1)
})

test('a session that ends elsewhere closes the chat, and nothing of it is left for a guest', async ({
  kapao,
  player,
}) => {
  const agent = await Support.logIn(kapao)
  const customer = new Customer(player)
  await customer.open()
  await customer.write('mine alone')
  await agent.conversationWith('mine alone')
  const { phone: username, password } = player.member
  const other = await call<{ token: string }>(kapao, 'POST', '/login', { body: { username, password } })
  const body = { oldPassword: password, newPassword: `${password}-new` }
  await call(kapao, 'PUT', '/account/changepwd', { token: other.token, body })
  await expect(player.page).toHaveURL(/\/login/)
  await expect(customer.sheet).toBeHidden()
  await customer.open()
  await expect(customer.sheet.getByText(player.words('chat.empty-title'))).toBeVisible()
  await expect(customer.messages).toHaveCount(0)
})

test('Enter sends, and neither Shift+Enter, nor an input method, nor nothing does', async ({ visitor }) => {
  const customer = await arriveAsGuest(visitor)
  await customer.open()
  const { field, messages } = customer
  await field.press('Enter')
  await field.fill('   ')
  await field.press('Enter')
  await field.fill('')
  await field.pressSequentially('one')
  await field.press('Shift+Enter')
  await field.pressSequentially('two')
  for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
    await field.dispatchEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...how })
  }
  await expect(messages).toHaveCount(0)
  await expect(field).toHaveValue('one\ntwo')
  await field.press('Enter')
  await expect(messages).toHaveCount(1)
  await expect(messages).toContainText('one\ntwo')
  await field.fill('ก'.repeat(2001))
  await expect(customer.sheet.getByText('1 character too long')).toBeVisible()
  await expect(visitor.button('chat.send')).toBeDisabled()
  await field.press('Enter')
  await field.fill('ก'.repeat(2000))
  await field.press('Enter')
  await expect(messages).toHaveCount(2)
  await expect(messages.last()).toContainText(visitor.words('chat.sent'))
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'notes.txt', { type: 'text/plain' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(visitor.alert('chat.not-supported')).toBeVisible()
})
