// Under which day messages stand is a matter of the server's clock.
import { expect } from '@playwright/test'
import { arriveAsGuest } from './customer.ts'
import { Support } from './support.ts'
import { test } from './whole.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('what was said this minute is today’s, on a phone that is a day ahead, and yesterday’s when the day is over', async ({
  visitor,
  kapao,
}) => {
  const agent = await Support.logIn(kapao)
  const { page, words } = visitor
  await page.clock.install({ time: Date.now() + DAY_MS })
  const customer = await arriveAsGuest(visitor)
  await customer.open()
  await customer.write('which day is it')
  await agent.write(await agent.conversationWith('which day is it'), 'this one')
  await expect(customer.message('this one')).toBeVisible()
  const day = (name: string) => customer.sheet.getByText(words(`chat.${name}`), { exact: true })
  await expect(day('today')).toBeVisible()
  await expect(day('yesterday')).toBeHidden()
  await page.clock.fastForward(DAY_MS)
  await expect(day('yesterday')).toBeVisible()
})
