// A second factor of the staff, from the command on the server to the desk: the code of an app, once, and a recovery code in its place.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, type Page } from '@playwright/test'
import { TOTP, URI } from 'otpauth'
import type { Kapao } from './kapao.ts'
import { test } from './whole.ts'
import { wordsIn } from './words.ts'

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 }, locale: 'en-GB' })

const words = wordsIn('en', 'desk')
const PERIOD_MS = 30_000

/** Runs `npm run staff`, without npm; what it asks for is answered by `answer`, which sees each line that it says. */
async function staff(
  kapao: Kapao,
  command: readonly string[],
  answer: (line: string) => string | null = () => null,
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join('apps/api/src', 'main-staff.ts'), ...command], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATABASE_URL: kapao.addresses.databaseUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const said: string[] = []
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    const answered = answer(line)
    if (answered !== null) child.stdin.end(`${answered}\n`)
  }
  expect(await ended).toEqual([0, null])
  return said
}

function appOf(address: string): TOTP {
  const app = URI.parse(address)
  if (!(app instanceof TOTP)) throw new Error(`no address of codes by time: ${address}`)
  return app
}

async function showPassword(page: Page, name: string, password: string) {
  await page.getByRole('textbox', { name: words('session.name') }).fill(name)
  await page.getByRole('textbox', { name: words('session.password'), exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('one of the staff with a second factor is in with a code, and with each code once', async ({
  page,
  kapao,
}) => {
  const name = `nok-${randomUUID().slice(0, 8)}`
  const added = await staff(kapao, ['add', name, '--role', 'agent'])
  const password = added.map((line) => /^Password: (\S+)$/.exec(line)?.[1]).find(Boolean) ?? ''
  const apps: TOTP[] = []
  const enrolled = await staff(kapao, ['second-factor', name], (line) => {
    if (!line.startsWith('otpauth://')) return null
    apps.push(appOf(line))
    return apps[0]?.generate() ?? null
  })
  const [recovery = ''] = enrolled.filter((line) => /^ {2}\w{5}(-\w{5}){2}$/.test(line))
  // Enrolling has used the step of then, or the one before where it ended meanwhile. The next is taken now and for a step after.
  const codeNext = () => apps[0]?.generate({ timestamp: Date.now() + PERIOD_MS }) ?? ''

  await page.goto('/desk/')
  await showPassword(page, name, password)
  const code = page.getByRole('textbox', { name: words('session.code') })
  await expect(code).toBeFocused()
  await expect(page.getByText(words('session.code-hint'))).toBeVisible()
  await code.fill('123')
  await page.keyboard.press('Enter')
  await expect(page.getByText(words('errors.OTP_CODE_INVALID'))).toBeVisible()
  await expect(code).toHaveValue('')
  const used = codeNext()
  await code.fill(used)
  await page.keyboard.press('Enter')
  const inbox = page.getByRole('heading', { name: words('inbox.title') })
  await expect(inbox).toBeVisible()

  await page.context().clearCookies()
  await page.reload()
  await showPassword(page, name, password)
  await code.fill(used)
  await page.keyboard.press('Enter')
  await expect(page.getByText(words('errors.OTP_CODE_INVALID'))).toBeVisible()

  await page.getByRole('button', { name: words('session.start-again') }).click()
  await showPassword(page, name, password)
  await code.fill(recovery.trim().toUpperCase())
  await page.keyboard.press('Enter')
  await expect(inbox).toBeVisible()

  // The password that the command made runs out, and is told to, until another is chosen.
  const own = randomUUID()
  const told = page.getByRole('link', { name: /^The password you were given works until \d\d\// })
  await told.click()
  await page.getByRole('textbox', { name: words('admin.old-password'), exact: true }).fill(password)
  await page.getByRole('textbox', { name: words('admin.new-password'), exact: true }).fill(own)
  await page.getByRole('button', { name: words('admin.change-password'), exact: true }).click()
  await expect(told).toHaveCount(0)
})

test('whoever shows a code and is asked for it again is told so', async ({ page }) => {
  const body = { message: 'UNVERIFIED_OTP', error: { message: 'UNVERIFIED_OTP' } }
  await page.route('**/api/desk/login', (route) => route.fulfill({ status: 400, json: body }))
  await page.goto('/desk/')
  await showPassword(page, 'nok', 'a-password')
  const code = page.getByRole('textbox', { name: words('session.code') })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByText(words('errors.UNVERIFIED_OTP'))).toBeHidden()
  await code.fill('๑๒๓๔๕๖')
  await page.keyboard.press('Enter')
  await expect(page.getByText(words('errors.UNVERIFIED_OTP'))).toBeVisible()
})
