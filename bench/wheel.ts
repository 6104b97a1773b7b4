// How smooth is a spin on a slow phone, and what does the page cost? Chromium at a quarter of its speed, 360×740 with three pixels per px,
// tapped by a finger. Counted are the frames that the page may use (requestAnimationFrame), those that were drawn (the compositor turns the
// wheel, whether the page has time or not), and the pieces of work that held the page up, from the tap until the prize's confetti
// has fallen.
//
// What it cannot control is what else runs on the machine: all of it is in the figures (real-time priority, `chrt -r 10`, keeps most of it out). So each spin stands between two empty loops,
// a page that only counts its frames, and counts only when both of them met the budget of time themselves. It fails when most
// of the spins that count are over that budget, and when the page's JS is over its own.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { Kapao } from '../e2e/kapao.ts'
import { join, newcomer } from '../e2e/member.ts'
import { findChromium } from '../scripts/chromium.ts'
import { countFrames, drawnDuring, type Figures, figuresOf, HEAD, line } from './frames.ts'

/** 1 KB is 1,000 bytes. */
const KB = 1_000
const RUNS = Number(process.env.KAPAO_BENCH_RUNS ?? 3)
const SLOWER = 4
const BUDGET = { jsBytes: 15 * KB, medianMs: 16.8, p95Ms: 20, longTaskMs: 50 } as const
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

async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** What this machine can do with this page, which does nothing but count. */
async function limitOf(browser: Browser, context: BrowserContext, html: string): Promise<Figures> {
  const page = await context.newPage()
  await page.setContent(html)
  await slow(page)
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
  await slow(page)
  // What the page still had to do is over; from here on it is the spin.
  await page.waitForTimeout(2_500)
  const [{ frames, tasks, tapAt, restAt }, drawn] = await drawnDuring(browser, async () => {
    const counted = countFrames(page, PRIZE_MS, { restsAs: '[data-at="landed"]', longestMs: LONGEST_MS })
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

/** Bytes of scripts as they came over the line, by address. `use` is what is done with the page once it is there. */
async function scriptsOf(
  context: BrowserContext,
  url: string,
  use: (page: Page) => Promise<unknown> = async () => {},
): Promise<Map<string, number>> {
  const page = await context.newPage()
  const sizes = new Map<string, number>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.set(response.url(), Number(response.headers()['content-length'] ?? Number.NaN))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await use(page)
  await page.waitForLoadState('networkidle')
  await page.close()
  return sizes
}

/** What a touch of any page makes the shell fetch ahead. */
async function touch(page: Page): Promise<void> {
  const fetched = page.waitForResponse(/game-sheet/)
  await page.keyboard.press('Shift')
  await fetched
  await page.waitForTimeout(2_000)
}

async function firstSpin(page: Page): Promise<void> {
  await page.locator('[data-at] button').click()
  await page.locator('dialog[open]').waitFor({ timeout: LONGEST_MS })
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)
const fileOf = (address: string, size: number) =>
  `${(size / KB).toFixed(1)} KB ${address.replace(/.*\//, '')}`
const without = (all: Map<string, number>, known: Map<string, number>) =>
  new Map([...all].filter(([address]) => !known.has(address)))

function isOver({ median, p95, task }: Figures): boolean {
  return median > BUDGET.medianMs || p95 > BUDGET.p95Ms || task > BUDGET.longTaskMs
}

async function measureTime(browser: Browser, context: BrowserContext, url: string): Promise<string | null> {
  console.log(HEAD)
  console.log(line('bare square', await limitOf(browser, context, bareSquare)))
  const spins: boolean[] = []
  let empty = await limitOf(browser, context, EMPTY)
  console.log(line('empty loop', empty))
  for (let run = 0; run < RUNS; run += 1) {
    const before = empty
    const { turning, prize } = await spin(browser, context, url)
    console.log(line('the wheel', turning))
    console.log(line('its prize', prize))
    empty = await limitOf(browser, context, EMPTY)
    console.log(line('empty loop', empty))
    if (!isOver(before) && !isOver(empty)) spins.push(isOver(turning) || prize.task > BUDGET.longTaskMs)
  }
  const over = spins.filter(Boolean).length
  console.log(`${spins.length} of ${RUNS} spins count, ${over} of them over the budget of time.`)
  if (spins.length === 0) return 'this machine is too busy to tell: an empty loop is over it too'
  return over * 2 > spins.length ? 'most spins that count were over the budget of time' : null
}

const EMPTY = '<p>·</p>'

const executablePath = findChromium()
if (executablePath === null) throw new Error('no Chromium: install it, or name it in KAPAO_CHROMIUM')
const kapao = await Kapao.start()
const over: string[] = []
try {
  const { url } = kapao.addresses
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const browser = await chromium.launch({ executablePath, args })
  const { token } = await join(kapao, newcomer('th'))
  const contextOf = async () => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 3,
      isMobile: true,
      hasTouch: true,
    })
    await context.addInitScript((value: string) => {
      if (location.protocol === 'about:') return
      localStorage.setItem('token', value)
      localStorage.setItem('remember-agreement', 'true')
    }, token)
    await scriptWheel(context)
    return context
  }
  const slowSpins = await measureTime(browser, await contextOf(), url)
  if (slowSpins !== null) over.push(slowSpins)
  // A context of its own each: nothing is cached.
  const shell = await scriptsOf(await contextOf(), `${url}/user/home`)
  const touched = await scriptsOf(await contextOf(), `${url}/user/home`, touch)
  const page = without(await scriptsOf(await contextOf(), `${url}/user/spin`), shell)
  const spun = await scriptsOf(await contextOf(), `${url}/user/spin`, firstSpin)
  const later = without(without(spun, touched), page)
  console.log(`\nJS over the shell, brotli: ${(sum(page.values()) / KB).toFixed(1)} KB`)
  for (const [address, size] of page) console.log(`  ${fileOf(address, size)}`)
  console.log('and with the first prize:')
  for (const [address, size] of later) console.log(`  ${fileOf(address, size)}`)
  if (sum(page.values()) > BUDGET.jsBytes) over.push(`the page's JS is over ${BUDGET.jsBytes / KB} KB`)
  await browser.close()
} finally {
  await kapao.stop()
}
for (const budget of over) console.error(`over budget: ${budget}`)
process.exitCode = over.length > 0 ? 1 : 0
