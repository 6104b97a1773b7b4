// How smooth is a spin on a slow phone, and what does the page cost? Chromium at a quarter of its speed, 360×740 with three pixels per px. Beside
// the wheel, in the same run, what this machine can do at all: a page that only counts its frames, and one that turns a bare square. Fails
// when the page's JS is over its budget, and when the wheel is over the budget of time where the bare square is not.
import { loadavg } from 'node:os'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { Kapao } from '../e2e/kapao.ts'
import { join, newcomer } from '../e2e/member.ts'
import { findChromium } from '../scripts/chromium.ts'

/** 1 KB is 1,000 bytes. */
const KB = 1_000
const RUNS = Number(process.env.KAPAO_BENCH_RUNS ?? 3)
const SLOWER = 4
const BUDGET = { jsBytes: 15 * KB, medianMs: 16.8, p95Ms: 20, longTaskMs: 50 } as const
/** How long a frame may be counted after the tap: longer than any spin. */
const LONGEST_MS = 30_000

interface Figures {
  readonly median: number
  readonly p95: number
  readonly longest: number
  readonly frames: number
  /** The longest piece of work that held the page up; 0 when none took 50 ms. */
  readonly task: number
  /** What the page itself computed for a frame, by its own clock: other programs of the machine have no part in it. */
  readonly cpu: number
  readonly load: number
}

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
    await route.fulfill({ json: { success: true, result } })
  })
}

/** Counts frames in the page until `ends` is there, or for the time. */
async function countFrames(
  page: Page,
  session: CDPSession,
  ends: string | null,
  forMs: number,
): Promise<Figures> {
  const before = await computedSeconds(session)
  const { intervals, tasks } = await page.evaluate(
    ([selector, longestMs]) =>
      new Promise<{ intervals: number[]; tasks: number[] }>((resolve) => {
        const intervals: number[] = []
        const tasks: number[] = []
        const watch = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) tasks.push(duration)
        })
        watch.observe({ type: 'longtask' })
        const begin = performance.now()
        let last = 0
        function frame(now: number) {
          if (last > 0) intervals.push(now - last)
          last = now
          const isOver = selector !== null && document.querySelector(selector) !== null
          if (!isOver && now - begin < longestMs) requestAnimationFrame(frame)
          else resolve({ intervals, tasks })
        }
        requestAnimationFrame(frame)
      }),
    [ends, forMs] as const,
  )
  const computed = (await computedSeconds(session)) - before
  const sorted = [...intervals].sort((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  return {
    median: at(0.5),
    p95: at(0.95),
    longest: sorted.at(-1) ?? Number.NaN,
    frames: sorted.length,
    task: Math.max(0, ...tasks),
    cpu: (computed * 1000) / sorted.length,
    load: loadavg()[0] ?? 0,
  }
}

async function computedSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

async function slow(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

async function limitOf(context: BrowserContext, html: string): Promise<Figures> {
  const page = await context.newPage()
  await page.setContent(html)
  const figures = await countFrames(page, await slow(page), null, 5_000)
  await page.close()
  return figures
}

const bareSquare = `<style>body{margin:0;background:#0d0a14}div{width:306px;height:306px;margin:60px auto;background:linear-gradient(#f2c14e,#4a2f7a);will-change:transform}</style>
<div></div><script>const d=document.querySelector('div');(function f(n){d.style.transform='rotate('+n/700+'turn)';requestAnimationFrame(f)})(0)</script>`

async function spin(context: BrowserContext, url: string): Promise<Figures> {
  const page = await context.newPage()
  await page.goto(`${url}/user/spin`, { waitUntil: 'networkidle' })
  const session = await slow(page)
  // What the page still had to do is over; from here on it is the spin.
  await page.waitForTimeout(1_500)
  await page.evaluate(() => {
    const hub = document.querySelector<HTMLElement>('[data-at] button')
    if (!hub) throw new Error('no wheel')
    setTimeout(() => hub.click(), 100)
  })
  const figures = await countFrames(page, session, '[data-at="landed"]', LONGEST_MS)
  await page.close()
  return figures
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

function line(name: string, { median, p95, longest, frames, task, cpu, load }: Figures): string {
  const ms = (value: number) => value.toFixed(1).padStart(6)
  return `${name.padEnd(12)} | ${ms(median)} | ${ms(p95)} | ${ms(longest)} | ${String(frames).padStart(6)} | ${ms(task)} | ${ms(cpu)} | ${load.toFixed(1)}`
}

function isOver({ median, p95, task }: Figures): boolean {
  return median > BUDGET.medianMs || p95 > BUDGET.p95Ms || task > BUDGET.longTaskMs
}

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
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 })
    await context.addInitScript((value: string) => {
      if (location.protocol === 'about:') return
      localStorage.setItem('token', value)
      localStorage.setItem('remember-agreement', 'true')
    }, token)
    await scriptWheel(context)
    return context
  }
  console.log('ms per frame | median |    p95 | longest | frames |   task | computed | load of the machine')
  const wheels: Figures[] = []
  const squares: Figures[] = []
  const context = await contextOf()
  for (let run = 0; run < RUNS; run += 1) {
    const square = await limitOf(context, bareSquare)
    const wheel = await spin(context, url)
    console.log(line('empty loop', await limitOf(context, '<p>·</p>')))
    console.log(line('bare square', square))
    console.log(line('the wheel', wheel))
    squares.push(square)
    wheels.push(wheel)
  }
  if (wheels.every(isOver)) {
    if (squares.every(isOver))
      console.log('This machine is too busy to tell: a bare square is over the budget too.')
    else over.push('every spin was over the budget of time, and a bare square was not')
  }
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
