// What a page costs a phone: the production build, served by the real processes. Prints, per route, the brotli bytes of JS, CSS and fonts that
// a first visit loads, and Lighthouse's mobile figures; fails when a route is over its budget of bytes. Time is printed, never judged.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import lighthouse from 'lighthouse'
import { Kapao } from '../e2e/kapao.ts'
import { findChromium } from '../scripts/chromium.ts'
import { freePort } from '../scripts/free-ports.ts'

/** 1 KB is 1,000 bytes. */
const KB = 1_000
const RUNS = Number(process.env.KAPAO_BENCH_RUNS ?? 3)

interface Route {
  readonly path: string
  readonly as: 'visitor' | 'member' | 'agent'
  readonly jsBudget: number | null
  readonly cssBudget: number | null
}

const routes: readonly Route[] = [
  { path: '/login', as: 'visitor', jsBudget: 72 * KB, cssBudget: 8 * KB },
  { path: '/register', as: 'visitor', jsBudget: null, cssBudget: null },
  { path: '/user/home', as: 'member', jsBudget: 95 * KB, cssBudget: null },
  { path: '/user/statement', as: 'member', jsBudget: null, cssBudget: null },
  { path: '/user/profile', as: 'member', jsBudget: null, cssBudget: null },
  { path: '/desk/', as: 'agent', jsBudget: 120 * KB, cssBudget: null },
]

type Kind = 'script' | 'stylesheet' | 'font'

async function weigh(page: Page, url: string): Promise<Record<Kind, number>> {
  const bytes: Record<Kind, number> = { script: 0, stylesheet: 0, font: 0 }
  const sizes: Promise<void>[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => {
          bytes[kind] += responseBodySize
        }),
    )
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(sizes)
  return bytes
}

async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'kapao' },
    body: JSON.stringify({ username: '0600000001', password: 'kapao-demo-1' }),
  })
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('token' in answer)) throw new Error('no log-in')
  return String(answer.token)
}

/** The desk knows its agents by a cookie. */
async function logInAtDesk(context: BrowserContext, url: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/desk/login`, {
    headers: { 'x-requested-with': 'kapao' },
    data: { name: 'demo', password: 'kapao-desk-1' },
  })
  if (!answer.ok()) throw new Error('no log-in at the desk')
}

function median(figures: readonly number[]): number {
  return [...figures].sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN
}

async function lighthouseFigures(url: string, port: number): Promise<string> {
  const runs: { lcp: number; tbt: number; cls: number; score: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(url, {
      port,
      onlyCategories: ['performance'],
      logLevel: 'error',
      disableStorageReset: true,
    })
    const audits = result?.lhr.audits
    runs.push({
      lcp: audits?.['largest-contentful-paint']?.numericValue ?? Number.NaN,
      tbt: audits?.['total-blocking-time']?.numericValue ?? Number.NaN,
      cls: audits?.['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      score: (result?.lhr.categories.performance?.score ?? Number.NaN) * 100,
    })
  }
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick))
  return `LCP ${of((run) => run.lcp).toFixed(0)} ms | TBT ${of((run) => run.tbt).toFixed(0)} ms | CLS ${of((run) => run.cls).toFixed(3)} | score ${of((run) => run.score).toFixed(0)}`
}

const executablePath = findChromium()
if (executablePath === null) throw new Error('no Chromium: install it, or name it in KAPAO_CHROMIUM')
const kapao = await Kapao.start()
const over: string[] = []
const profile = mkdtempSync(join(tmpdir(), 'kapao-bench-browser-'))
try {
  const { url } = kapao.addresses
  const debugPort = await freePort()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const browser = await chromium.launch({ executablePath, args })
  // Lighthouse opens tabs of its own in a browser that is logged in already.
  const loggedIn = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${debugPort}`],
  })
  const token = await logIn(url)
  await logInAtDesk(loggedIn, url)
  const [tab] = loggedIn.pages()
  await tab?.goto(`${url}/contact`)
  console.log('route            |  JS KB | CSS KB | fonts KB | Lighthouse mobile, median of', RUNS)
  for (const route of routes) {
    // A context of its own: nothing is cached from the route before.
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 })
    if (route.as === 'agent') await logInAtDesk(context, url)
    if (route.as === 'member') {
      await context.addInitScript((value: string) => {
        localStorage.setItem('token', value)
        // A visit like most: the agreement, which loads by itself after a while, was accepted on the first.
        localStorage.setItem('remember-agreement', 'true')
      }, token)
    }
    const page = await context.newPage()
    const bytes = await weigh(page, url + route.path)
    await context.close()
    await tab?.evaluate((value) => localStorage.setItem('token', value), token)
    const figures = await lighthouseFigures(url + route.path, debugPort)
    const kb = (size: number) => (size / KB).toFixed(1).padStart(6)
    console.log(
      `${route.path.padEnd(16)} | ${kb(bytes.script)} | ${kb(bytes.stylesheet)} |   ${kb(bytes.font)} | ${figures}`,
    )
    if (route.jsBudget !== null && bytes.script > route.jsBudget)
      over.push(`${route.path}: JS over ${route.jsBudget / KB} KB`)
    if (route.cssBudget !== null && bytes.stylesheet > route.cssBudget)
      over.push(`${route.path}: CSS over ${route.cssBudget / KB} KB`)
  }
  await browser.close()
  await loggedIn.close()
} finally {
  await kapao.stop()
  rmSync(profile, { recursive: true, force: true })
}
for (const line of over) console.error(`over budget: ${line}`)
process.exitCode = over.length > 0 ? 1 : 0
