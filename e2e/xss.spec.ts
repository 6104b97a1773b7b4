// Hostile HTML in every place where the wallet shows HTML of the operator's. The server is another operator's, which sends no content
// policy: what keeps the page whole is the sanitiser alone.
import { expect } from '@playwright/test'
import { slots } from './hostile/slots.ts'
import { allInOne, vectorOf, vectors } from './hostile/vectors.ts'
import { hiddenByName, strangersIn, touchAll, watch } from './hostile/watch.ts'
import { scenes } from './scenes/all.ts'
import { answers, slots as games, wallet } from './scenes/answers.ts'
import { test } from './scenes/stage-test.ts'
import { wordsIn } from './words.ts'

const SLOT = '.html_html'

test('the vectors bite: in a bare page many of them run by themselves', async ({ page, operator }) => {
  const seen = await watch(page, operator.url)
  await page.route('**/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bare</title><main></main>' }),
  )
  await page.goto('/bare')
  const bare = vectors.filter(
    ({ kind, html }) =>
      kind !== 'names that hide what has them' && !/refresh|evil\.example|frameset/.test(html),
  )
  await page.evaluate(
    (texts) => {
      for (const text of texts) {
        const place = document.createElement('div')
        document.querySelector('main')?.append(place)
        place.innerHTML = text
      }
    },
    bare.map(({ html }) => html),
  )
  await touchAll(page, 'main')
  expect((await seen.ran()).length).toBeGreaterThan(60)
})

for (const slot of slots) {
  test(`nothing hostile runs, leaves or covers anything: ${slot.name}`, async ({ page, operator, stage }) => {
    const scene = scenes.find(({ name }) => name === slot.scene)
    if (scene === undefined) throw new Error(`there is no scene ${slot.scene}`)
    const seen = await watch(page, operator.url)
    await page.setViewportSize({ width: 360, height: 740 })
    const texts = slot.room === 'one' ? [allInOne()] : vectors.map(({ html }) => html)
    await stage.enter({ ...scene, answers: () => ({ ...scene.answers?.(), ...slot.answers(texts) }) }, 'en')
    const place = page.url()
    await expect.poll(() => page.locator(SLOT).count()).toBeGreaterThanOrEqual(texts.length)
    await touchAll(page, SLOT)
    expect((await seen.ran()).map(vectorOf)).toEqual([])
    expect(await strangersIn(page, SLOT)).toEqual([])
    expect(await hiddenByName(page)).toEqual([])
    expect(seen.troubles()).toEqual([])
    expect(page.url()).toBe(place)
  })
}

const addresses = [
  'javascript:top.ran(0)',
  ' java\nscript:top.ran(0)',
  'data:text/html,<script>top.ran(0)</script>',
  'vbscript:top.ran(0)',
  'intent://evil.example/#Intent;scheme=http;end',
  'file:///etc/passwd',
  'https:',
]

test('an address that leads to no web page is none: links of games, the way into one, the contact', async ({
  page,
  operator,
  stage,
}) => {
  const scene = scenes.find(({ name }) => name === 'game/open')
  if (scene === undefined) throw new Error('there is no scene of a game')
  const seen = await watch(page, operator.url)
  const links = page
    .getByRole('region', { name: wordsIn('en')('games.links'), exact: true })
    .getByRole('link')
  const [one, two, three, four, five, ...others] = addresses
  const named = [
    [{ web: one, android: two, ios: 'https://play.example/ios' }, 1],
    [{ web: three, android: four, ios: five }, 0],
    [{ web: others[0], android: others[1], ios: null }, 0],
  ] as const
  for (const [hostile, count] of named) {
    const slots = games().map((game) => ({ ...game, ...hostile }))
    await stage.enter({ ...scene, answers: () => ({ 'GET /wallet': wallet({ slots }) }) }, 'en')
    await expect(links).toHaveCount(count)
  }
  for (const link of [one, three]) {
    operator.break('GET /autoLogin/{provider}/{username}', answers({ link }))
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: wordsIn('en')('games.enter'), exact: true }).click()
    const window = await opened
    await expect.poll(() => window.isClosed()).toBe(true)
    const said = page.getByRole('alertdialog')
    await expect(said).toBeVisible()
    await said.getByRole('button').click()
    await expect(said).toBeHidden()
  }
  operator.break(
    'GET /lookup/contact',
    answers({ contactText: '', lineName: '@kapao', lineLink: addresses[0], lineQR: addresses[0] }),
  )
  operator.break('GET /lookup/info', answers({ name: '<b>Kapao</b>', website: addresses[0] }))
  operator.break('GET /lookup/active', answers({ terminated: 'gone' }))
  for (const path of ['/user/contact', '/terminated']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    expect(await page.locator('[href^="javascript" i], [src^="javascript" i]').count()).toBe(0)
  }
  expect(await seen.ran()).toEqual([])
})
