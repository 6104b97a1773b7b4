// What an agent sees and sends when the line, or the computer, is not as it should be.
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { Support } from './support.ts'
import { test } from './whole.ts'
import { newHello, Writer } from './writer.ts'

test('a computer’s clock that is set back does not keep who writes out of the inbox', async ({
  kapao,
  browser,
}) => {
  const [one, other] = [newHello(), newHello()]
  await new Writer(kapao).write(one)
  const agent = await Agent.arrive(browser, kapao)
  await expect(agent.row(one)).toBeVisible()
  await agent.page.clock.install()
  const before = newHello()
  await new Writer(kapao).write(before)
  await expect(agent.row(before)).toBeVisible()
  // Whatever was to be asked for by then is.
  await agent.page.clock.fastForward(2_000)
  await agent.page.clock.setSystemTime(Date.now() - 3_600_000)
  await new Writer(kapao).write(other)
  await expect(agent.row(other)).toBeVisible()
  await agent.context.close()
})

test('what waited for the line can be taken back, and does not go out by itself behind a colleague’s answer', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  const guest = new Writer(kapao)
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  await agent.open(hello)
  const deskSend = '**/api/desk/conversations/*/messages'
  await agent.page.route(deskSend, (route) => route.abort())
  for (const text of ['Never mind', 'It comes today']) await agent.write(text)
  const queued = agent.page.getByText(agent.words('thread.queued'))
  await expect(queued).toHaveCount(1)
  await agent.button('thread.remove').first().click()
  await expect(agent.said.getByText('Never mind')).toHaveCount(0)
  await expect(queued).toHaveCount(1)
  const colleague = await Support.logIn(kapao)
  await colleague.write(await colleague.conversationWith(hello), 'It came yesterday')
  await expect(agent.said.getByText('It came yesterday')).toBeVisible()
  await agent.page.unroute(deskSend)
  const refused = agent.said.getByText(agent.words('thread.not-sent-changed'))
  await expect(refused).toBeVisible()
  const heard = async () => (await guest.heard()).map(({ message }) => message.payload.text)
  expect(await heard()).toEqual(['It came yesterday'])
  await agent.button('thread.send-again').click()
  await expect(refused).toHaveCount(0)
  await expect.poll(heard).toEqual(['It came yesterday', 'It comes today'])
  await agent.context.close()
})

test('a message that was not taken is told of at its row, and whoever logs out before it is sent is asked', async ({
  kapao,
  browser,
}) => {
  const [one, other] = [newHello(), newHello()]
  for (const hello of [one, other]) await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(one)
  await agent.page.route('**/api/desk/conversations/*/messages', (route) =>
    route.fulfill({ status: 404, json: { message: 'NO_DATA' } }),
  )
  await agent.write('It comes today')
  await agent.open(other)
  const mark = agent.words('inbox.not-sent')
  await expect(agent.row(one)).toContainText(mark)
  await expect(agent.row(other)).not.toContainText(mark)
  await agent.choose('app.log-out')
  const question = agent.page.getByRole('alertdialog')
  await expect(question).toContainText(agent.words('app.unsent'))
  await question.getByRole('button', { name: agent.words('app.cancel') }).click()
  await expect(question).toHaveCount(0)
  await agent.open(one)
  await agent.button('thread.remove').click()
  await expect(agent.row(one)).not.toContainText(mark)
  await agent.choose('app.log-out')
  await expect(agent.button('session.log-in')).toBeVisible()
  await agent.context.close()
})

test('a network that lets no socket through shows what customers write all the same', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  const guest = new Writer(kapao)
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.page.routeWebSocket('**/socket.io/**', (socket) => socket.close())
  await agent.page.route('**/socket.io/**', (route) => route.abort())
  await agent.page.reload()
  await agent.open(hello)
  await expect(agent.page.getByText(agent.words('inbox.reconnecting'))).toBeVisible()
  const other = newHello()
  await guest.write('Still here')
  await new Writer(kapao).write(other)
  await expect(agent.row(other)).toBeVisible()
  await expect(agent.said.getByText('Still here')).toBeVisible()
  await expect(agent.row('Still here')).toBeVisible()
  await agent.context.close()
})

test('whoever has logged in comes in, though who they are was not told at once', async ({
  kapao,
  browser,
}) => {
  const agent = await Agent.arrive(browser, kapao)
  await agent.choose('app.log-out')
  await expect(agent.button('session.log-in')).toBeVisible()
  await agent.page.route('**/api/desk/me', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }), {
    times: 1,
  })
  await agent.logIn('demo')
  await agent.context.close()
})
