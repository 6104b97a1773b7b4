// Both ends of the chat at once: customers on their phones, an agent at the desk.
import { expect, type Locator } from '@playwright/test'
import { Agent } from './agent.ts'
import { CLIP_HEIGHT, CLIP_WIDTH, clip, picture } from './chat-files.ts'
import { arriveAsGuest, Customer } from './customer.ts'
import { join, newcomer } from './member.ts'
import { Player } from './player.ts'
import { test } from './whole.ts'

function unreadIn(title: string): number {
  return Number(/^\((\d+)\)/.exec(title)?.[1] ?? 0)
}

/** A film that is where it belongs, as wide and high as it will be, and runs there. */
async function expectPlays(film: Locator): Promise<void> {
  await expect(film).toBeVisible()
  const box = await film.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(CLIP_WIDTH / CLIP_HEIGHT, 1)
  const run = (element: HTMLVideoElement) => {
    element.muted = true
    return element.play().then(() => element.currentTime > 0 && element.videoWidth)
  }
  await expect.poll(() => film.evaluate(run)).toBe(CLIP_WIDTH)
  expect(await film.boundingBox()).toEqual(box)
}

test('a guest, a member and an agent say everything that can be said, through drops and a restart', async ({
  visitor,
  kapao,
  browser,
}) => {
  // It starts the whole of Kapao a second time, and everything is said to two.
  test.slow()
  const guest = await arriveAsGuest(visitor)
  const someone = await join(kapao, newcomer())
  const player = new Player(await (await browser.newContext()).newPage(), kapao, 'en', someone)
  await player.arrive(someone.token)
  const member = new Customer(player)
  const agent = await Agent.arrive(browser, kapao)
  const ofGuest = { customer: guest, hello: 'Where is my money?', at: '' }
  const ofMember = { customer: member, hello: 'Where is my bonus?', at: '' }
  const both = [ofGuest, ofMember]
  const said = async (one: typeof ofGuest) => {
    await agent.comeBackTo(one.at)
    await expect(agent.said).toContainText(one.hello)
    return one.customer
  }

  await test.step('what is new is counted until it is read', async () => {
    for (const one of both) {
      await one.customer.open()
      await one.customer.write(one.hello)
      await expect(agent.row(one.hello)).toBeVisible()
      await expect(agent.page).toHaveTitle(/^\(\d+\)/)
      // Other journeys may have left messages of theirs unread.
      const unread = unreadIn(await agent.page.title())
      await agent.open(one.hello)
      one.at = agent.place
      await expect.poll(async () => unreadIn(await agent.page.title())).toBe(unread - 1)
    }
  })

  await test.step('text, with links that lead to the web alone', async () => {
    for (const one of both) {
      const { log } = await said(one)
      await agent.write('Let me look: https://kapao.example/help and javascript:alert(1)')
      await expect(log).toContainText('Let me look')
      await expect(log.getByRole('link')).toHaveText(['https://kapao.example/help'])
      await expect(agent.said.getByText(agent.words('thread.read'))).toBeVisible()
    }
  })

  await test.step('that somebody writes, both ways', async () => {
    for (const one of both) {
      const { log, field } = await said(one)
      await field.pressSequentially('Are')
      await expect(agent.page.getByText(agent.words('thread.customer-types'))).toBeVisible()
      await agent.field('thread.write').pressSequentially('One')
      await expect(log.getByText(visitor.words('chat.typing', { name: 'Nong Kapao' }))).toBeVisible()
      await field.fill('')
      await agent.field('thread.write').fill('')
    }
  })

  await test.step('quick replies, gone once one was used', async () => {
    for (const one of both) {
      const { log } = await said(one)
      const panel = await agent.make('quick_replies')
      await panel.getByRole('textbox', { name: agent.words('message.text') }).fill('Which bank?')
      await panel.getByRole('textbox', { name: agent.words('message.reply', { number: 1 }) }).fill('SCB')
      await agent.send(panel)
      await log.getByRole('button', { name: 'SCB' }).click()
      await expect(log.getByRole('button', { name: 'SCB' })).toHaveCount(0)
      await expect(agent.said.getByText('SCB').last()).toBeVisible()
    }
  })

  await test.step('buttons, none of which leads anywhere but to the web', async () => {
    for (const one of both) {
      const { log } = await said(one)
      const panel = await agent.make('buttons')
      await panel.getByRole('textbox', { name: agent.words('message.text') }).fill('Please read this')
      await panel.getByRole('textbox', { name: agent.words('message.button-title') }).fill('Website')
      const address = panel.getByRole('textbox', { name: agent.words('message.payload-web') })
      await address.fill('javascript:alert(1)')
      await agent.send(panel)
      await expect(panel.getByText(agent.words('message.problem-button-web'))).toBeVisible()
      await address.fill('https://kapao.example/')
      await agent.send(panel)
      const link = log.getByRole('link', { name: 'Website' })
      await expect(link).toHaveAttribute('href', 'https://kapao.example/')
    }
  })

  await test.step('cards', async () => {
    for (const one of both) {
      const { log } = await said(one)
      const panel = await agent.make('generic')
      await panel.getByRole('textbox', { name: agent.words('message.card-title') }).fill('How to deposit')
      await panel.locator('input[type=file]').setInputFiles(picture('card.png'))
      await expect(panel.getByRole('button', { name: agent.words('message.change-file') })).toBeVisible()
      await agent.send(panel)
      await expect(log.getByText('How to deposit')).toBeVisible()
    }
  })

  await test.step('pictures and films both ways', async () => {
    for (const one of both) {
      const customer = await said(one)
      await agent.attach(picture('answer.png'))
      const theirs = customer.log.getByRole('button', { name: visitor.words('chat.picture') })
      await expect(theirs).toBeVisible()
      await customer.attach(picture('slip.png'))
      const open = agent.said.getByRole('button', { name: agent.words('app.media-image') })
      await expect(open).toHaveCount(2)
      await open.last().click()
      await expect(agent.page.getByRole('dialog').getByRole('img')).toBeVisible()
      await agent.page.keyboard.press('Escape')
      await customer.attach(clip())
      await expectPlays(agent.said.locator('video'))
      await agent.attach(clip('answer.mp4'))
      await expect(customer.log.locator('video')).toHaveCount(2)
      await expectPlays(customer.log.locator('video').last())
    }
  })

  await test.step('what is said while one end is away is there once, in order', async () => {
    await agent.context.setOffline(true)
    for (const { customer } of both) {
      await customer.write('first')
      await customer.write('second')
    }
    await agent.write('written without a line')
    await expect(agent.said.getByText(agent.words('thread.queued'))).toBeVisible()
    await agent.context.setOffline(false)
    for (const one of both.toReversed()) {
      await said(one)
      for (const text of ['first', 'second'])
        await expect(agent.said.getByText(text, { exact: true })).toHaveCount(1)
    }
    await expect(member.log.getByText('written without a line')).toHaveCount(1)
    await expect(guest.log.getByText('written without a line')).toHaveCount(0)

    for (const one of both) {
      const customer = await said(one)
      const away = customer.player.page.context()
      await away.setOffline(true)
      await agent.write('while you were away')
      await customer.write('from a tunnel')
      await expect(customer.message('from a tunnel')).toContainText(visitor.words('chat.queued'))
      await away.setOffline(false)
      await expect(customer.log.getByText('while you were away')).toHaveCount(1)
      await expect(agent.said.getByText('from a tunnel')).toHaveCount(1)
    }
  })

  await test.step('a restart of the server loses nothing', async () => {
    await kapao.restart()
    for (const one of both) {
      const customer = await said(one)
      await agent.write('after the restart')
      await customer.write('and me')
      await expect(customer.log.getByText('after the restart')).toHaveCount(1)
      await expect(agent.said.getByText('and me', { exact: true })).toHaveCount(1)
    }
    await agent.page.reload()
    await expect(agent.said.getByText('after the restart')).toHaveCount(1)
    await expect(agent.said.getByText('and me', { exact: true })).toHaveCount(1)
  })

  await test.step('an ended conversation says so at both ends, and asks how it was', async () => {
    await said(ofGuest)
    await agent.end()
    await expect(guest.says('chat.ended')).toHaveCount(1)
    await visitor.look('chat-rating')
    await guest.star(4).click()
    await expect(guest.rating).toContainText(visitor.words('chat.rate-thanks'))
    await guest.rating.getByRole('textbox').fill('Quick and kind')
    await visitor.press(guest.rating, 'chat.rate-send')
    await expect(guest.rating.getByRole('textbox')).toHaveCount(0)
    await expect(
      agent.said.getByRole('img', { name: agent.words('thread.rated', { score: 4 }) }),
    ).toBeVisible()
    await expect(agent.said.getByText('Quick and kind')).toBeVisible()
    await visitor.page.reload()
    await guest.bubble.click()
    await expect(guest.star(4)).toHaveAttribute('aria-pressed', 'true')
    await guest.write('one more thing')
    await expect(guest.rating).toHaveCount(0)
    await expect(guest.says('chat.ended')).toHaveCount(1)
    await expect(agent.said.getByText(agent.words('thread.ended-here'))).toHaveCount(1)
    await expect(agent.button('customer.end')).toBeVisible()

    await said(ofMember)
    await agent.end({ asksRating: false })
    await expect(member.says('chat.ended')).toHaveCount(1)
    await expect(member.rating).toHaveCount(0)
  })
  await player.page.context().close()
  await agent.context.close()
})

test('the desk’s line is a socket from its first word, so that each of several processes can have it', async ({
  kapao,
  browser,
}) => {
  const agent = await Agent.arrive(browser, kapao)
  const asked: string[] = []
  agent.page.on('request', (request) => asked.push(request.url()))
  const opened = agent.page.waitForEvent('websocket')
  await agent.page.reload()
  await opened
  expect(asked.filter((url) => url.includes('transport=polling'))).toEqual([])
})

test('the desk says that there is no connection as soon as the device knows it', async ({
  kapao,
  browser,
}) => {
  const agent = await Agent.arrive(browser, kapao)
  const told = agent.page.getByText(agent.words('inbox.reconnecting'))
  await agent.context.setOffline(true)
  await expect(told).toBeVisible()
  await agent.context.setOffline(false)
  await expect(told).toBeHidden()
  await agent.context.close()
})
