// The wallet before another operator's server (operator/server.ts), in the places where it may be shown.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { TOKEN } from './operator/answers.ts'
import { test as base } from './operator/operator-test.ts'
import type { OperatorServer } from './operator/server.ts'
import { wordsIn } from './words.ts'

export const words = wordsIn('en')
interface Stage {
  /** Shows the wallet in a frame of another site; the frame may do what `sandbox` allows, everything without one. */
  framed: (path: string, sandbox?: string) => Promise<FrameLocator>
}

export const test = base.extend<Stage>({
  moves: true,
  framed: async ({ page, operator }, use) => {
    const server = createServer((request, response) => {
      const asked = new URL(request.url ?? '/', 'http://host').searchParams
      const sandbox = asked.get('sandbox')
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          `<title>Host</title><body style="margin:0"><iframe title="wallet" style="border:0" width="360" height="740" ${sandbox === null ? '' : `sandbox="${sandbox}"`} src="${operator.url}${asked.get('path')}"></iframe>`,
        )
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const { port } = server.address() as AddressInfo
    await use(async (path, sandbox) => {
      const query = new URLSearchParams({ path, ...(sandbox === undefined ? {} : { sandbox }) })
      // Another site than the operator's 127.0.0.1.
      await page.goto(`http://localhost:${port}/?${query}`)
      return page.frameLocator('iframe[title=wallet]')
    })
    server.closeAllConnections()
    server.close()
  },
})

export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.KAPAO_E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/surroundings-${name}.png`, animations: 'disabled' })
}

/** As a member who has been here before. */
export async function arrive(page: Page, path = '/user/home'): Promise<void> {
  await page.goto('/icon.svg')
  await page.evaluate((token) => {
    for (const [key, value] of Object.entries({ locale: 'en', 'remember-agreement': 'true', token })) {
      localStorage.setItem(key, value)
    }
  }, TOKEN)
  await page.goto(path)
}

export const named = (key: string) => ({ name: words(key), exact: true })

/** From home to a code, and saves it; answers where it is shown to be pressed long. */
export async function saveCode(place: Page | FrameLocator, operator: OperatorServer): Promise<Locator> {
  operator.break('GET /qrcode/{provider}', {
    body: await (await fetch(`${operator.url}/api/qrcode/KBANK`, { method: 'POST' })).json(),
  })
  await place.getByRole('button', named('home.deposit')).click()
  await place
    .getByRole('button')
    .filter({ hasText: words('deposit.way-KBANK') })
    .click()
  await place.getByRole('button', named('deposit.qr-save')).click()
  return place.getByRole('dialog', named('deposit.qr-press-long'))
}
