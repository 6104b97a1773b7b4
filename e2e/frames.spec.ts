// The app inside another site's page: where the operator allows it, it works with storage of its own; elsewhere it is not shown.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { Kapao } from './kapao.ts'
import { join, newcomer } from './member.ts'
import { wordsIn } from './words.ts'

let host: Server
let stranger: Server
let kapao: Kapao

async function serve(page: () => string): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Another site than ours, not another port of the same one: 127.0.0.1 beside localhost. */
function originOf(server: Server): string {
  const address = server.address() as AddressInfo
  return `http://127.0.0.1:${address.port}`
}

const framing = () =>
  `<title>Host</title><iframe title="wallet" width="360" height="700" src="${kapao.addresses.url}/login"></iframe>`

test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  host = await serve(framing)
  stranger = await serve(framing)
  kapao = await Kapao.start('th', { KAPAO_FRAME_ANCESTORS: `'self' ${originOf(host)}` })
})
test.afterAll(async () => {
  await kapao.stop()
  host.close()
  stranger.close()
})

test('a player logs in inside the frame of a site that may show the app', async ({ page }) => {
  const member = await join(kapao, newcomer('th'))
  const words = wordsIn('th')
  await page.goto(originOf(host))
  const frame = page.frameLocator('iframe[title=wallet]')
  await frame.getByRole('textbox', { name: words('session.phone') }).fill(member.phone)
  await frame.getByLabel(words('session.password'), { exact: true }).fill(member.password)
  await frame.getByRole('button', { name: words('session.log-in') }).click()
  await expect(frame.getByRole('region', { name: words('home.total') })).toContainText('0.00')
  await frame.getByRole('button', { name: words('agreement.accept') }).click()
  await frame.getByRole('button', { name: words('home.deposit') }).click()
  await expect(frame.getByRole('dialog', { name: words('deposit.title') })).toBeVisible()
})

test('another site gets nothing to show', async ({ page }) => {
  await page.goto(originOf(stranger))
  const frame = page.frameLocator('iframe[title=wallet]')
  await expect(frame.getByRole('textbox')).toHaveCount(0)
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
})
