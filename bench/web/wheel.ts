// How smooth is a spin on a slow phone? A quarter of the speed, three pixels per px, tapped by a finger. Counted are the frames that the page may
// use (requestAnimationFrame), those that were drawn (the compositor turns the wheel, whether the page has time or not), and the pieces of
// work that held the page up, from the tap until the prize's confetti has fallen.
//
// What it cannot control is what else runs on the machine: all of it is in the figures (real-time priority, `chrt -r 10`, keeps most of it out). So
// each spin stands between two empty loops, a page that only counts its frames, and counts only when both of them met the budget of
// time themselves. It fails when most of the spins that count are over that budget.
import type { Browser, BrowserContext } from '@playwright/test'
import { Kapao } from '../../e2e/kapao.ts'
import { join, newcomer } from '../../e2e/member.ts'
import { countFrames, drawnDuring, type Figures, figuresOf, HEAD, line } from '../frames.ts'
import { newPhone, slowDown } from './phone.ts'
import type { Report } from './report.ts'

const BUDGET = { medianMs: 16.8, p95Ms: 20, longTaskMs: 50 } as const
/** How long a frame may be counted after the tap: longer than any spin. */
const LONGEST_MS = 30_000
/** From the sheet's opening to the last of the confetti. */
const PRIZE_MS = 3_200

const slices = Array.from({ length: 10 }, (_, index) => ({
  code: `S${index}`,
  label: ['10 บาท', 'ไม่ได้รางวัล', 'โบนัสฝากครั้งต่อไป 20%', 'ໝຸນອີກຄັ້ງ', 'Free spin'][index % 5],
  bgColor: ['#f2c14e', '#17121f', '#4a2f7a', '#8a5200', '#6b1f3f'][index % 5],
  textColor: index % 5 === 0 ? '#2a1e00' : '#ffffff',
  htmlDescription: '<p>รับได้ภายใน 7 วัน</p>',
}))

/** The spin is answered after what a phone's line takes; everything else is the real server's. */
async function scriptWheel(context: BrowserContext): Promise<void> {
  await context.route('**/api/spinwheel/setup', (route) =>
    route.fulfill({ json: { name: 'Bench', slices, userCoin: 9 } }),
  )
  await context.route('**/api/spinwheel/spin', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    const result = { code: 'S2', label: slices[2]?.label, remainingCoin: 8 }
    hasSpun = true
    await route.fulfill({ json: { success: true, result } })
  })
  let hasSpun = false
  const coupon = { _id: 'c', prize: { name: 'เงินรางวัล', slice: slices[2]?.label }, amount: 20 }
  await context.route('**/api/spinwheel/coupon', (route) => {
    const coupons = hasSpun ? [coupon] : []
    hasSpun = false
    return route.fulfill({ json: { coupons } })
  })
}

const bareSquare = `<style>body{margin:0;background:#0d0a14}div{width:306px;height:306px;margin:60px auto;background:linear-gradient(#f2c14e,#4a2f7a);animation:t 800ms linear infinite}@keyframes t{to{transform:rotate(1turn)}}</style><div></div>`

/** What this machine can do with this page, which does nothing but count. */
async function limitOf(browser: Browser, context: BrowserContext, html: string): Promise<Figures> {
  const page = await context.newPage()
  await page.setContent(html)
  await slowDown(page)
  const [{ frames, tasks }, drawn] = await drawnDuring(browser, () => countFrames(page, 5_000))
  await page.close()
  return figuresOf(frames, tasks, drawn)
}

/** Not by a locator, whose own listeners would lie in the tap's way. */
function middleOfHub(): { x: number; y: number } {
  const box = document.querySelector('[data-at] button')?.getBoundingClientRect()
  if (!box) throw new Error('There is no wheel')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** From the tap to the rest, and from there until the confetti is gone. */
async function spin(
  browser: Browser,
  context: BrowserContext,
  url: string,
): Promise<{ turning: Figures; prize: Figures }> {
  const page = await context.newPage()
  await page.goto(`${url}/user/spin`, { waitUntil: 'networkidle' })
  const hub = await page.evaluate(middleOfHub)
  await slowDown(page)
  // What the page still had to do is over; from here on it is the spin.
  await page.waitForTimeout(2_500)
  const [{ frames, tasks, tapAt, restAt }, drawn] = await drawnDuring(browser, async () => {
    const counted = countFrames(page, PRIZE_MS, { restsAs: '[data-at="landed"]', longestMs: LONGEST_MS })
    // A finger that came down with the first counted frame would have the counting itself among its work.
    await page.waitForTimeout(300)
    await page.touchscreen.tap(hub.x, hub.y)
    return counted
  })
  await page.close()
  const part = (from: number, to: number) =>
    figuresOf(
      frames.filter((at) => at >= from && at <= to),
      tasks.filter(({ at, ms }) => at + ms > from && at <= to),
      drawn.filter((at) => at >= from && at <= to),
    )
  return { turning: part(tapAt, restAt), prize: part(restAt, Number.POSITIVE_INFINITY) }
}

function isOver({ median, p95, task }: Figures): boolean {
  return median > BUDGET.medianMs || p95 > BUDGET.p95Ms || task > BUDGET.longTaskMs
}

const EMPTY = '<p>·</p>'

async function measureSpins(
  browser: Browser,
  context: BrowserContext,
  { url, runs, report }: { url: string; runs: number; report: Report },
): Promise<void> {
  report.say(HEAD)
  report.say(line('bare square', await limitOf(browser, context, bareSquare)))
  const spins: boolean[] = []
  let empty = await limitOf(browser, context, EMPTY)
  report.say(line('empty loop', empty))
  for (let run = 0; run < runs; run += 1) {
    const before = empty
    const { turning, prize } = await spin(browser, context, url)
    report.say(line('the wheel', turning))
    report.say(line('its prize', prize))
    empty = await limitOf(browser, context, EMPTY)
    report.say(line('empty loop', empty))
    if (!isOver(before) && !isOver(empty)) spins.push(isOver(turning) || prize.task > BUDGET.longTaskMs)
  }
  const over = spins.filter(Boolean).length
  report.say(`${spins.length} of ${runs} spins count, ${over} of them over the budget of time.`)
  // None counts where the machine is too busy for an empty loop.
  report.judge('wheel, spins over the budget of time, of those that count', over / spins.length, 0.5, '')
}

export async function measureWheel(browser: Browser, runs: number, report: Report): Promise<void> {
  const kapao = await Kapao.start()
  try {
    const { token } = await join(kapao, newcomer('th'))
    const context = await newPhone(browser)
    await context.addInitScript((value: string) => {
      if (location.protocol === 'about:') return
      localStorage.setItem('token', value)
      localStorage.setItem('remember-agreement', 'true')
    }, token)
    await scriptWheel(context)
    await measureSpins(browser, context, { url: kapao.addresses.url, runs, report })
    await context.close()
  } finally {
    await kapao.stop()
  }
}
