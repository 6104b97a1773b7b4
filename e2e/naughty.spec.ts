// Naughty texts wherever somebody's text is shown or typed: nothing of them runs, and nothing beside them is moved, turned or covered.
import { expect, type Page } from '@playwright/test'
import { Agent } from './agent.ts'
import { Customer } from './customer.ts'
import { soiled } from './hostile/everywhere.ts'
import { naughtyStrings, worst } from './hostile/naughty.ts'
import { disturbed, typeEverywhere } from './hostile/neighbours.ts'
import { watch } from './hostile/watch.ts'
import { goodAnswers } from './operator/answers.ts'
import { scenes } from './scenes/all.ts'
import { richAnswers } from './scenes/rich-answers.ts'
import { type Scene, settle } from './scenes/scene.ts'
import { test as onStage } from './scenes/stage-test.ts'
import { test } from './whole.ts'

/** Shown, and as long as they are shown, typed into. */
const shown = [
  ...['home/page', 'statement/page', 'profile/page', 'profile/name', 'contact/member'],
  ...['deposit/bank', 'deposit/gift', 'transfer/form', 'withdraw/form', 'invite/sheet', 'spin/page'],
  ...['chat/messages', 'login/page', 'register/phone', 'register/profile', 'register/bank'],
]
/** At least so many rows are on the screen there. */
const rowsOf: Readonly<Record<string, number>> = {
  'statement/page': 400,
  'chat/messages': 400,
}

/** Its own steps look for a word that is gone by then. */
const openChat: Scene['open'] = async (hand) => {
  await hand.page.goto('/user/home')
  await hand.page.getByRole('button', { name: new RegExp(`^${hand.words('chat-bubble.open')}`) }).click()
  await expect(hand.page.getByRole('log').getByRole('article').first()).toBeVisible()
}

function soiledScene(name: string): Scene {
  const scene = scenes.find((one) => one.name === name)
  if (scene === undefined) throw new Error(`there is no scene ${name}`)
  const answers = () => {
    const asked = { ...richAnswers(), ...scene.answers?.() }
    return Object.fromEntries(
      Object.entries(goodAnswers).map(([call, good]) => {
        const trouble = asked[call] ?? { body: good() }
        return [call, typeof trouble.body === 'object' ? { ...trouble, body: soiled(trouble.body) } : trouble]
      }),
    )
  }
  return { ...scene, answers, open: name === 'chat/messages' ? openChat : scene.open }
}

/** Into a field they go one after the other, and each draws the page anew. */
const some = naughtyStrings.filter((_, index) => index % 12 === 0)

async function expectUndisturbed(page: Page, seen: Awaited<ReturnType<typeof watch>>): Promise<void> {
  await settle(page)
  expect(await disturbed(page, [...naughtyStrings, worst])).toEqual([])
  expect(await seen.ran()).toEqual([])
  expect(seen.troubles()).toEqual([])
}

for (const name of shown) {
  onStage(`naughty texts disturb nothing: ${name}`, async ({ page, operator, stage }) => {
    const seen = await watch(page, operator.url)
    await page.setViewportSize({ width: 360, height: 740 })
    await stage.enter(soiledScene(name), 'en')
    const rows = page.locator('main :is(li, article), dialog[open] :is(li, article)')
    expect(await rows.count()).toBeGreaterThanOrEqual(rowsOf[name] ?? 0)
    await expectUndisturbed(page, seen)
    await typeEverywhere(page, some)
    await expectUndisturbed(page, seen)
  })
}

test('naughty texts disturb nothing at the desk', async ({ player, kapao, browser }) => {
  test.slow()
  const member = new Customer(player)
  await member.open()
  await member.write('Hello from a member')
  const agent = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  const { page } = agent
  const seen = await watch(page, kapao.addresses.url)
  await page.route(/\/api\/desk\/(?!login)/, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: response.ok() ? JSON.stringify(soiled(JSON.parse(body))) : body })
  })
  const place = await page
    .getByRole('list', { name: agent.words('inbox.title') })
    .getByRole('link')
    .first()
    .getAttribute('href')
  for (const path of [place ?? '', '/desk/canned', '/desk/staff', '/desk/audit']) {
    await page.goto(path)
    const rows = page.locator('main :is(li, article)')
    await expect.poll(() => rows.count()).toBeGreaterThan(100)
    await expectUndisturbed(page, seen)
    await typeEverywhere(page, some)
    await expectUndisturbed(page, seen)
  }
  await page.unrouteAll({ behavior: 'wait' })
  await agent.context.close()
})
