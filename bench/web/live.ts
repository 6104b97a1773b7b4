// When the form really works: our drawn /login beside a lean one that is drawn by its scripts, and the second visit from the service worker.
import type { Browser, Page } from '@playwright/test'
import { TOKEN } from '../../e2e/operator/answers.ts'
import { median, newPhone, ROUND_TRIP_MS, slowDown } from './phone.ts'
import type { Report } from './report.ts'
import type { Site } from './site.ts'

const liveAt = (page: Page) =>
  page
    .waitForFunction(() => performance.getEntriesByName('live')[0]?.startTime ?? false, null, {
      polling: 50,
      timeout: 60_000,
    })
    .then((handle) => handle.jsonValue())
    .then(Number)

/** Name, connection, encryption, and the page's own. */
const FIRST_ANSWER = 4

async function firstVisit(browser: Browser, site: Site): Promise<number> {
  const context = await newPhone(browser)
  const page = await context.newPage()
  await slowDown(page, 'slow 4G')
  site.lineMs = { page: (FIRST_ANSWER - 1) * ROUND_TRIP_MS, rest: 0 }
  await page.goto(`${site.url}/login`, { waitUntil: 'commit' })
  const at = await liveAt(page)
  site.lineMs = { page: 0, rest: 0 }
  await context.close()
  return at
}

export async function measureLive(
  browser: Browser,
  { ours, lean }: { readonly ours: Site; readonly lean: Site },
  runs: number,
  report: Report,
): Promise<void> {
  const [mine, theirs]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run += 1) {
    theirs.push(await firstVisit(browser, lean))
    mine.push(await firstVisit(browser, ours))
  }
  const list = (figures: readonly number[]) => figures.map((one) => one.toFixed(0)).join(' ')
  report.say(`the form works after, ms: lean ${list(theirs)} | ours ${list(mine)}`)
  report.judge('live, lean', median(theirs), Number.POSITIVE_INFINITY, 'ms')
  report.judge('live, /login', median(mine), median(theirs) * 1.15, 'ms')
}

async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => {
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
          if (url.includes('/assets/later')) return true
      return false
    },
    null,
    { polling: 100, timeout: 30_000 },
  )
}

/** When the frame of the page is there, with its menu. */
function noteFrame(): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('#root nav')) return
    performance.mark('frame')
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

async function secondVisit(browser: Browser, site: Site, path: string, isOffline: boolean): Promise<number> {
  const context = await newPhone(browser, 'allow')
  const isMember = path.startsWith('/user')
  const first = await context.newPage()
  if (isMember) {
    // Beside the page, and not by a script that each visit would begin with.
    await first.goto(`${site.url}/icon.svg`)
    await first.evaluate((token) => {
      localStorage.setItem('token', token)
      localStorage.setItem('remember-agreement', 'true')
    }, TOKEN)
    await context.addInitScript(noteFrame)
  }
  await first.goto(site.url + path, { waitUntil: 'networkidle' })
  await untilKept(first)
  // What a visit under the worker has kept by itself.
  await first.reload({ waitUntil: 'networkidle' })
  const page = await context.newPage()
  await slowDown(page)
  await context.setOffline(isOffline)
  // The worker's own requests are not slowed by the browser's.
  site.lineMs = { page: FIRST_ANSWER * ROUND_TRIP_MS, rest: ROUND_TRIP_MS }
  await page.goto(site.url + path, { waitUntil: 'commit' })
  const mark = isMember ? 'frame' : 'live'
  const handle = await page.waitForFunction(
    (name) => performance.getEntriesByName(name)[0]?.startTime ?? false,
    mark,
    { polling: 50, timeout: 60_000 },
  )
  const at = Number(await handle.jsonValue())
  await first.close()
  site.lineMs = { page: 0, rest: 0 }
  await context.close()
  return at
}

export async function measureSecondVisit(
  browser: Browser,
  site: Site,
  runs: number,
  report: Report,
): Promise<void> {
  for (const path of ['/login', '/user/home'])
    for (const isOffline of [true, false]) {
      const figures: number[] = []
      for (let run = 0; run < runs; run += 1) figures.push(await secondVisit(browser, site, path, isOffline))
      const line = isOffline ? 'without a line' : 'on slow 4G'
      report.judge(`second visit of ${path} ${line}`, median(figures), 500, 'ms')
    }
}
