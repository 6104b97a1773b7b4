// When the form really works: our drawn /login beside a lean one that is drawn by its scripts, and the second visit from the service worker.
import type { Browser, CDPSession, Page } from '@playwright/test'
import { TOKEN } from '../../e2e/operator/answers.ts'
import { FIRST_CONNECTION_MS, median, newPhone, ROUND_TRIP_MS, slowDown } from './phone.ts'
import type { Report } from './report.ts'
import type { Site } from './site.ts'

/** Told by the page when `name` has been marked: asking it again and again would be work for the phone, of which one page has less to spare than another. */
async function toldAt(session: CDPSession, name: string): Promise<() => Promise<number>> {
  const told = new Promise<number>((resolve, reject) => {
    session.on('Runtime.bindingCalled', ({ name: binding, payload }) => {
      if (binding === 'tellMark') resolve(Number(payload))
    })
    setTimeout(() => reject(new Error(`${name} was not marked`)), 60_000).unref()
  })
  // It may fail before anybody waits for it.
  told.catch(() => undefined)
  await session.send('Page.enable')
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'tellMark' })
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === '${name}') tellMark(String(startTime))
    }).observe({ type: 'mark', buffered: true })`,
  })
  return () => told
}

async function firstVisit(browser: Browser, site: Site): Promise<number> {
  const context = await newPhone(browser)
  const page = await context.newPage()
  const isLiveAt = await toldAt(await slowDown(page, 'slow 4G'), 'live')
  site.lineMs = { page: FIRST_CONNECTION_MS, rest: 0 }
  await page.goto(`${site.url}/login`, { waitUntil: 'commit' })
  const at = await isLiveAt()
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
  const isThereAt = await toldAt(await slowDown(page), isMember ? 'frame' : 'live')
  await context.setOffline(isOffline)
  // The worker's own requests are not slowed by the browser's.
  site.lineMs = { page: FIRST_CONNECTION_MS + ROUND_TRIP_MS, rest: ROUND_TRIP_MS }
  await page.goto(site.url + path, { waitUntil: 'commit' })
  const at = await isThereAt()
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
