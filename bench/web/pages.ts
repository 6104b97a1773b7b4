// Every page beside the static one: what it loads, and Lighthouse's mobile figures, the pages in turn so that what else the machine does meets all.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Request } from '@playwright/test'
import lighthouse from 'lighthouse'
import { TOKEN } from '../../e2e/operator/answers.ts'
import { freePort } from '../../scripts/free-ports.ts'
import { chromiumArgs, chromiumPath, launchBrowser, median, newPhone } from './phone.ts'
import type { Report } from './report.ts'

/** 1 KB is 1,000 bytes. */
const KB = 1_000

export interface Measured {
  readonly name: string
  readonly url: string
  readonly isMember?: boolean
}

type Kind = 'document' | 'script' | 'stylesheet' | 'font'
type Bytes = Record<Kind, number>
interface Run {
  readonly lcp: number
  readonly tbt: number
  readonly cls: number
  readonly score: number
}

interface Row extends Run {
  readonly bytes: Bytes
}

export async function measurePages(
  pages: readonly Measured[],
  runs: number,
  report: Report,
): Promise<ReadonlyMap<string, Row>> {
  const bytes = await weighAll(pages)
  const found = new Map<string, Run[]>(pages.map(({ name }) => [name, []]))
  for (let run = 0; run < runs; run += 1)
    // A browser may be gone before it has answered; that says nothing of the page.
    for (const page of pages)
      found.get(page.name)?.push(await runLighthouse(page).catch(() => runLighthouse(page)))
  report.say(
    `page                     | LCP ms (all runs)            | TBT ms |   CLS | score |  HTML |    JS |  CSS | fonts KB`,
  )
  const rows = new Map<string, Row>()
  for (const { name } of pages) {
    const all = found.get(name) ?? []
    const of = (pick: (run: Run) => number) => median(all.map(pick))
    const sizes = bytes.get(name) ?? { document: NaN, script: NaN, stylesheet: NaN, font: NaN }
    const row = {
      bytes: sizes,
      lcp: of((one) => one.lcp),
      tbt: of((one) => one.tbt),
      cls: of((one) => one.cls),
      score: of((one) => one.score),
    }
    rows.set(name, row)
    const lcps = `${row.lcp.toFixed(0)} (${all.map((one) => one.lcp.toFixed(0)).join(' ')})`
    const kb = (kind: Kind, width: number) => (sizes[kind] / KB).toFixed(1).padStart(width)
    report.say(
      `${name.padEnd(24)} | ${lcps.padEnd(28)} | ${row.tbt.toFixed(0).padStart(6)} | ${row.cls.toFixed(3)} | ${row.score.toFixed(0).padStart(5)} | ${kb('document', 5)} | ${kb('script', 5)} | ${kb('stylesheet', 4)} | ${kb('font', 5)}`,
    )
  }
  return rows
}

async function weighAll(pages: readonly Measured[]): Promise<ReadonlyMap<string, Bytes>> {
  const browser = await launchBrowser()
  const bytes = new Map<string, Bytes>()
  for (const page of pages) {
    // A context of its own: nothing is cached from the page before.
    const context = await newPhone(browser)
    if (page.isMember) await becomeMember(context)
    bytes.set(page.name, await weigh(await context.newPage(), page.url))
    await context.close()
  }
  await browser.close()
  return bytes
}

function becomeMember(context: BrowserContext): Promise<unknown> {
  return context.addInitScript((token) => {
    localStorage.setItem('token', token)
    // A visit like most: the agreement, which loads by itself after a while, was accepted on the first.
    localStorage.setItem('remember-agreement', 'true')
  }, TOKEN)
}

/** What is preloaded has no kind of its own. */
function kindOf(request: Request): Kind | null {
  const type = request.resourceType()
  if (type === 'document' || type === 'script' || type === 'stylesheet' || type === 'font') return type
  const { pathname } = new URL(request.url())
  return pathname.endsWith('.js') ? 'script' : pathname.endsWith('.woff2') ? 'font' : null
}

export async function weigh(page: Page, url: string): Promise<Bytes> {
  const bytes: Bytes = { document: 0, script: 0, stylesheet: 0, font: 0 }
  const sizes: Promise<void>[] = []
  page.on('response', (response) => {
    const type = kindOf(response.request())
    if (type === null) return
    const add = async () => {
      const { responseBodySize } = await response.request().sizes()
      bytes[type] += responseBodySize
    }
    sizes.push(add())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(sizes)
  return bytes
}

/** A browser of its own for each run. */
async function runLighthouse({ url, isMember }: Measured): Promise<Run> {
  const profile = mkdtempSync(join(tmpdir(), 'kapao-bench-browser-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  })
  try {
    if (isMember) {
      const [tab] = browser.pages()
      // A file that runs no app. Lighthouse empties the caches before it begins, and leaves what is stored.
      await tab?.goto(new URL('/icon.svg', url).href)
      await tab?.evaluate((token) => {
        localStorage.setItem('token', token)
        localStorage.setItem('remember-agreement', 'true')
      }, TOKEN)
    }
    const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'error' })
    const audits = result?.lhr.audits
    return {
      lcp: audits?.['largest-contentful-paint']?.numericValue ?? Number.NaN,
      tbt: audits?.['total-blocking-time']?.numericValue ?? Number.NaN,
      cls: audits?.['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      score: (result?.lhr.categories.performance?.score ?? Number.NaN) * 100,
    }
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

export function judgePages(rows: ReadonlyMap<string, Row>, report: Report): void {
  const of = (name: string) => {
    const row = rows.get(name)
    if (!row) throw new Error(`${name} was not measured`)
    return row
  }
  const limit = of('static login').lcp
  const [login, home] = [of('our /login'), of('our home')]
  report.judge('/login LCP', login.lcp, limit * 1.1, 'ms')
  report.judge('/login TBT', login.tbt, 20, 'ms')
  report.judge('/login CLS', login.cls, 0, '')
  report.judge('/login points short of 100', 100 - login.score, 0, '')
  report.judge('/login JS', login.bytes.script / KB, 72, 'KB')
  report.judge('/login HTML with its styles', login.bytes.document / KB, 14, 'KB')
  report.judge('home LCP', home.lcp, limit * 2.2, 'ms')
  report.judge('home CLS', home.cls, 0.02, '')
  report.judge('home JS', home.bytes.script / KB, 95, 'KB')
  for (const page of [login, home]) report.judge('fonts', page.bytes.font / KB, 40, 'KB')
}
