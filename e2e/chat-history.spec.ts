// What was said earlier comes to whoever scrolls up to it.
import { expect } from '@playwright/test'
import { arriveAsGuest } from './customer.ts'
import { hold } from './held.ts'
import type { Kapao } from './kapao.ts'
import type { Player } from './player.ts'
import { Support } from './support.ts'
import { test } from './whole.ts'

/** A guest's first word, and so many answers. */
async function talk(kapao: Kapao, visitor: Player, answers: number) {
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  await customer.open()
  await customer.write('begin')
  const id = await agent.conversationWith('begin')
  for (let n = 1; n <= answers; n += 1)
    await agent.write(id, `line ${n} of a long talk, long enough to take some room`)
  await expect(customer.message(`line ${answers} `)).toBeInViewport()
  return { agent, customer, id }
}

test('history comes a page at a time, and what is read stays where it is', async ({ visitor, kapao }) => {
  const { agent, customer, id } = await talk(kapao, visitor, 26)
  await visitor.page.clock.install()
  const counted = visitor.page.waitForResponse('**/api/chat/history')
  const letGo = await hold(visitor.page, '**/api/chat/config')
  await visitor.page.reload()
  // For the number on the bubble.
  await counted
  const asked: unknown[] = []
  visitor.page.on('request', (request) => {
    if (request.url().endsWith('/chat/history')) asked.push(request.postDataJSON().skip)
  })
  await expect(customer.bubble).toBeVisible()
  await customer.open()
  // While no wait ends, the lines come with the line alone, never ahead of it.
  await visitor.page.clock.pauseAt(Date.now() + 20_000)
  letGo()
  await expect(customer.message('line 26 ')).toBeInViewport()
  await visitor.page.clock.resume()
  await expect(customer.message('line 17 ')).toHaveCount(1)
  // To where the next page is wanted; then the same line must be at the same height.
  await customer.log.evaluate((log) => log.scrollTo(0, 150))
  const before = await customer.heightInLog('line 18 ')
  await expect(customer.message('line 7 ')).toHaveCount(1)
  expect(Math.abs((await customer.heightInLog('line 18 ')) - before)).toBeLessThanOrEqual(2)
  await customer.log.evaluate((log) => log.scrollTo(0, 0))
  await expect(customer.message('begin')).toHaveCount(1)
  await expect(customer.messages).toHaveCount(27)
  expect(asked).toEqual([0, 10, 20])

  // Far from the end nobody is pulled away; a pill says what waits.
  await customer.log.evaluate((log) => log.scrollTo(0, 0))
  await agent.write(id, 'one more')
  const pill = customer.sheet.getByRole('button', { name: '1 new message', exact: true })
  await expect(pill).toBeVisible()
  await expect(customer.message('begin')).toBeInViewport()
  await pill.click()
  await expect(customer.message('one more')).toBeInViewport()
  await expect(pill).toBeHidden()
})

test('whoever is at the top while the line asks what it missed gets what was said earlier once it knows', async ({
  visitor,
  kapao,
}) => {
  const { customer } = await talk(kapao, visitor, 12)
  await visitor.page.reload()
  await customer.open()
  await expect(customer.message('line 12 ')).toBeInViewport()
  await expect(customer.message('line 4 ')).toHaveCount(1)
  await visitor.sleep()
  const missed = visitor.page.waitForRequest('**/api/chat/history')
  const letGo = await hold(visitor.page, '**/api/chat/history')
  await visitor.wake()
  // It asks what it has missed, and nothing older before it knows.
  await missed
  await customer.log.evaluate((log) => log.scrollTo(0, 0))
  await expect(customer.message('line 3 ')).toBeInViewport()
  letGo()
  await expect(customer.message('begin')).toHaveCount(1)
})
