// How long a press waits for the next paint, on a phone at a quarter of the speed: every screen and sheet is gone to, and every interaction counts
// that the browser itself tells of.
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { OperatorServer } from '../../e2e/operator/server.ts'
import { scenes } from '../../e2e/scenes/all.ts'
import { Stage } from '../../e2e/scenes/scene.ts'
import { newPhone, slowDown } from './phone.ts'
import type { Report } from './report.ts'

interface Press {
  /** Of its interaction: pressing and letting go are events of one. */
  readonly id: number
  readonly scene: string
  readonly kind: string
  readonly on: string
  readonly ms: number
  readonly workMs: number
}

const BUDGET_MS = 100
/** How long a finger rests on what it taps. */
const TAP_MS = 80
const PATIENCE_MS = 20_000

/** Runs in the page. */
function watchPresses(): void {
  const tell: unknown = Reflect.get(window, 'tellPress')
  if (typeof tell !== 'function') return
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) continue
      const { target } = entry
      const on = target instanceof Element ? (target.closest('button, a, input, select') ?? target) : null
      const name = on?.getAttribute('aria-label') ?? on?.textContent ?? ''
      tell({
        id: entry.interactionId,
        kind: entry.name,
        on: `${on?.tagName.toLowerCase() ?? '?'} ${name}`.slice(0, 40),
        ms: entry.duration,
        workMs: entry.processingEnd - entry.startTime,
      })
    }
  })
  // Shorter ones are not told of; the types do not know it yet.
  const wanted: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  }
  observer.observe(wanted)
}

/**
 * Every click presses and lets go as a finger does. Playwright's own does both in one task, so that what pressing costs is counted as waiting to
 * let go, and looks within the press whether it meets what it should, for which the page is laid out (10 to 20 ms at this speed): that is looked for
 * before it. Answers how to have clicks as they were.
 */
function tapAsFingersDo(page: Page): () => void {
  const locators: unknown = Object.getPrototypeOf(page.locator('body'))
  if (typeof locators !== 'object' || locators === null) throw new Error('locators have no prototype')
  const click: unknown = Reflect.get(locators, 'click')
  if (typeof click !== 'function') throw new Error('locators have no click')
  Reflect.set(locators, 'click', async function tap(this: Locator, options?: object) {
    await this.hover({ trial: true })
    await expect(this).toBeEnabled({ timeout: PATIENCE_MS })
    await Reflect.apply(click, this, [{ ...options, delay: TAP_MS, force: true }])
  })
  return () => void Reflect.set(locators, 'click', click)
}

/** Each interaction once, by its longest event, the longest first. */
function interactionsOf(presses: readonly Press[]): Press[] {
  const longest = new Map<string, Press>()
  for (const press of presses) {
    const name = `${press.scene} ${press.id}`
    if (press.ms > (longest.get(name)?.ms ?? 0)) longest.set(name, press)
  }
  return [...longest.values()].sort((a, b) => b.ms - a.ms)
}

/** `wanted`: the beginning of a scene's name; without it, every scene in which the server does nothing odd. */
export async function measureInp(
  browser: Browser,
  folder: string,
  wanted: string,
  report: Report,
): Promise<void> {
  const operator = await OperatorServer.start(folder)
  const context = await newPhone(browser, 'block', operator.url)
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const presses: Press[] = []
  let scene = ''
  await page.exposeFunction('tellPress', (press: Omit<Press, 'scene'>) => presses.push({ scene, ...press }))
  await page.addInitScript(watchPresses)
  const stage = new Stage(page, operator, 'th')
  const tour = scenes.filter((one) =>
    wanted ? one.name.startsWith(wanted) : !one.answers && !/offline|broken|newer/.test(one.name),
  )
  await page.goto(`${operator.url}/login`)
  await slowDown(page)
  const letGoAtOnce = tapAsFingersDo(page)
  for (const one of tour) {
    scene = one.name
    try {
      await stage.enter(one, 'th')
    } catch (failure) {
      report.say(`  ${one.name} was not reached: ${String(failure).split('\n')[0]}`)
    }
    await one.leave?.({ page, words: () => '', country: 'th' })
  }
  letGoAtOnce()
  await context.close()
  await operator.stop()
  const worst = interactionsOf(presses)
  report.say(`${tour.length} screens, ${worst.length} interactions of 16 ms or more; the longest:`)
  for (const { ms, workMs, scene: where, kind, on } of worst.slice(0, 15))
    report.say(
      `  ${ms.toFixed(0).padStart(5)} ms (${workMs.toFixed(0)} before the paint) ${where}: ${kind} on ${on}`,
    )
  // As INP is defined: of every fifty interactions the longest is left out.
  report.judge('INP', worst[Math.floor(worst.length / 50)]?.ms ?? Number.NaN, BUDGET_MS, 'ms')
}
