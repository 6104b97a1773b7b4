// When home shows what, on a first visit on a slow line: its frame, the first balance, and the first picture of a game. The largest paint alone does not say it: the back of a card has
// the size of the picture that comes in its place.
import type { Browser } from '@playwright/test'
import { TOKEN } from '../../e2e/operator/answers.ts'
import { FIRST_CONNECTION_MS, median, newPhone, slowDown } from './phone.ts'
import type { Report } from './report.ts'
import type { Site } from './site.ts'

const steps = ['frame', 'balance', 'picture'] as const
type Step = (typeof steps)[number]

/** In the page: marks the balance when it has been painted, and the first picture of a game when it is there. */
function noteSteps(token: string): void {
  localStorage.setItem('token', token)
  localStorage.setItem('remember-agreement', 'true')
  const watch = new MutationObserver(() => {
    if (!/\d/.test(document.querySelector('h1 ~ [aria-live]')?.textContent ?? '')) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('balance')))
  })
  watch.observe(document, { childList: true, subtree: true, characterData: true })
  const isThere = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.closest('[aria-roledescription]'))
      performance.mark('picture')
  }
  document.addEventListener('load', isThere, { capture: true })
}

async function firstVisit(browser: Browser, site: Site): Promise<Record<Step, number>> {
  const context = await newPhone(browser)
  await context.addInitScript(noteSteps, TOKEN)
  const page = await context.newPage()
  await slowDown(page, 'slow 4G')
  site.lineMs = { page: FIRST_CONNECTION_MS, rest: 0 }
  await page.goto(`${site.url}/user/home`)
  // Not until the network is idle: on a slow machine it is for half a second before the pictures are asked for.
  await page.waitForFunction(() => performance.getEntriesByName('picture').length > 0)
  const found = await page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
    return { frame: at('first-contentful-paint'), balance: at('balance'), picture: at('picture') }
  })
  site.lineMs = { page: 0, rest: 0 }
  await context.close()
  return found
}

export async function measureHome(browser: Browser, site: Site, runs: number, report: Report): Promise<void> {
  const visits: Record<Step, number>[] = []
  for (let run = 0; run < runs; run += 1) visits.push(await firstVisit(browser, site))
  const of = (step: Step) => median(visits.map((visit) => visit[step]))
  const all = (step: Step) => visits.map((visit) => visit[step].toFixed(0)).join(' ')
  report.say(`home on slow 4G, ms: ${steps.map((step) => `${step} ${all(step)}`).join(' | ')}`)
  report.judge('home, first balance, beside the first picture', of('balance'), of('picture'), 'ms')
}
