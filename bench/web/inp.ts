// How long a press waits for the next paint, on a phone at a quarter of the speed: every screen and sheet is gone to, and every interaction counts
// that the browser itself tells of.
import type { Browser } from '@playwright/test'
import { OperatorServer } from '../../e2e/operator/server.ts'
import { scenes } from '../../e2e/scenes/all.ts'
import { Stage } from '../../e2e/scenes/scene.ts'
import { newPhone, slowDown } from './phone.ts'
import type { Report } from './report.ts'

interface Press {
  readonly scene: string
  readonly kind: string
  readonly on: string
  readonly ms: number
  readonly workMs: number
}

const BUDGET_MS = 100

/** Runs in the page: each interaction once, by its longest event. */
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

/** `wanted`: the beginning of a scene's name; without it, every scene in which the server does nothing odd. */
export async function measureInp(
  browser: Browser,
  folder: string,
  wanted: string,
  report: Report,
): Promise<void> {
  const operator = await OperatorServer.start(folder)
  const context = await newPhone(browser, 'block', operator.url)
  context.setDefaultTimeout(20_000)
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
  for (const one of tour) {
    scene = one.name
    try {
      await stage.enter(one, 'th')
    } catch (failure) {
      report.say(`  ${one.name} was not reached: ${String(failure).split('\n')[0]}`)
    }
    await one.leave?.({ page, words: () => '', country: 'th' })
  }
  await context.close()
  await operator.stop()
  // A press and its release are one interaction, whose longest event counts; they are told of one after the other.
  const interactions = presses.filter(({ kind }) => !/^pointer(?:down|up)$/.test(kind))
  const worst = interactions.sort((a, b) => b.ms - a.ms)
  report.say(`${tour.length} screens, ${worst.length} interactions of 16 ms or more; the longest:`)
  for (const { ms, workMs, scene: where, kind, on } of worst.slice(0, 15))
    report.say(
      `  ${ms.toFixed(0).padStart(5)} ms (${workMs.toFixed(0)} before the paint) ${where}: ${kind} on ${on}`,
    )
  // As INP is defined: of every fifty interactions the longest is left out.
  report.judge('INP', worst[Math.floor(worst.length / 50)]?.ms ?? Number.NaN, BUDGET_MS, 'ms')
}
