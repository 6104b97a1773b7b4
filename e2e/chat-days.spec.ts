// Under which day messages stand is a matter of the server's clock.
import { expect } from '@playwright/test'
import { arriveAsGuest } from './customer.ts'
import { Support } from './support.ts'
import { test } from './whole.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const BANGKOK_AHEAD_MS = 7 * HOUR_MS

/** How long until the day in Bangkok is over on which this was. */
function untilDayIsOver(atMs: number): number {
  const dayEndsMs = (Math.floor((atMs + BANGKOK_AHEAD_MS) / DAY_MS) + 1) * DAY_MS - BANGKOK_AHEAD_MS
  return dayEndsMs - Date.now()
}

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
  const saidAt = (await day('today').getAttribute('datetime')) ?? ''
  await page.clock.fastForward(untilDayIsOver(Date.parse(saidAt)) + HOUR_MS)
  await expect(day('yesterday')).toBeVisible()
})
