// What an agent sees and sends when the line, or the computer, is not as it should be.
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
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
  const asked = agent.page.waitForResponse('**/api/desk/inbox')
  await new Writer(kapao).write(newHello())
  await asked
  await agent.page.clock.setSystemTime(Date.now() - 3_600_000)
  await new Writer(kapao).write(other)
  await expect(agent.row(other)).toBeVisible()
  await agent.context.close()
})
