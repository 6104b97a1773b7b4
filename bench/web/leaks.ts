// Whether a sheet that is opened and closed 200 times leaves anything behind: nodes, listeners, memory, counted by the browser after its
// garbage has been collected.
import type { CDPSession, Page } from '@playwright/test'
import { TOKEN } from '../../e2e/operator/answers.ts'
import { OperatorServer } from '../../e2e/operator/server.ts'
import { richAnswers } from '../../e2e/scenes/rich-answers.ts'
import { wordsIn } from '../../e2e/words.ts'
import { launchBrowser, newPhone } from './phone.ts'
import type { Report } from './report.ts'

const OPENINGS = 200
/** What a first opening brings to stay: code, texts, kept answers. */
const WARM_UP = 20
/** What 200 openings may leave in all. One node or listener of each opening would be 200. */
const BUDGET = { nodes: 100, listeners: 20, kilobytes: 150 } as const
/** Compiled code lies on the same heap, and the first 200 openings compile 700 KB of it: more than what they would leave behind. */
const INTERPRETED = '--js-flags=--no-sparkplug --no-maglev --no-turbofan'

interface Counts {
  readonly nodes: number
  readonly listeners: number
  readonly kilobytes: number
}

const words = wordsIn('en')
const close = words('app.close')
const sheets: readonly (readonly [name: string, path: string, button: string, closing?: string])[] = [
  ['deposit', '/user/home', words('home.deposit')],
  ['withdraw', '/user/home', words('home.withdraw')],
  ['transfer', '/user/home', words('home.transfer')],
  ['invite', '/user/home', words('home.invite')],
  ['refund', '/user/home', words('home.refund')],
  ['agreement', '/user/home', words('home.agreement')],
  ['bring all', '/user/home', words('home.bring-all'), words('bring-all.cancel')],
  ['conditions', '/user/home', words('app.menu-conditions')],
  ['chat', '/user/home', words('chat-bubble.open'), words('chat.close')],
  ['slips', '/user/statement', words('statement.slips')],
  ['password', '/user/profile', words('profile.change-password')],
  ['bonus details', '/user/bonus', words('bonus.details')],
  ['odds', '/user/spin', words('spin.odds')],
]

async function count(session: CDPSession): Promise<Counts> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  return {
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    kilobytes: of('JSHeapUsedSize') / 1_000,
  }
}

/** In the page, so that 200 times do not take minutes. */
function openAndClose(page: Page, button: string, closing: string, times: number): Promise<void> {
  return page.evaluate(
    async ([label, closeLabel, rounds]) => {
      const named = (place: ParentNode, name: string) =>
        [...place.querySelectorAll('button')].find(
          (one) => !one.disabled && (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name,
        )
      const until = async <Value>(what: () => Value | null | undefined | false): Promise<Value> => {
        for (let tries = 0; tries < 600; tries += 1) {
          const found = what()
          if (found) return found
          await new Promise((resolve) => setTimeout(resolve, 4))
        }
        throw new Error(`${label}: nothing came, or something stayed`)
      }
      for (let round = 0; round < rounds; round += 1) {
        const opener = await until(() => named(document, label))
        opener.click()
        const closer = () => {
          const sheet = document.querySelector('dialog[open]')
          return sheet ? named(sheet, closeLabel) : undefined
        }
        await until(closer)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        let pressed: HTMLButtonElement | undefined
        await until(() => {
          // What waited for its figures is another sheet when they have come.
          const close = closer()
          if (close && close !== pressed) close.click()
          pressed = close
          return !document.querySelector('dialog[open]') && history.state === null
        })
      }
    },
    [button, closing, times] as const,
  )
}

export async function measureLeaks(folder: string, wanted: string, report: Report): Promise<void> {
  const browser = await launchBrowser([INTERPRETED])
  const operator = await OperatorServer.start(folder)
  for (const [call, trouble] of Object.entries(richAnswers())) operator.break(call, trouble)
  operator.break('GET /lookup/enableChatWidget', { body: { enableChatWidget: true } })
  report.say(`sheet, opened ${OPENINGS} times |  nodes | listeners |  KB more than after ${WARM_UP} openings`)
  for (const [name, path, button, closing = close] of sheets.filter(([one]) => one.startsWith(wanted))) {
    const context = await newPhone(browser)
    await context.addInitScript((token) => {
      for (const [key, value] of Object.entries({ token, locale: 'en', 'remember-agreement': 'true' }))
        localStorage.setItem(key, value)
      sessionStorage.setItem('chat-invite', '1')
    }, TOKEN)
    const page = await context.newPage()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await page.goto(operator.url + path, { waitUntil: 'networkidle' })
    try {
      await openAndClose(page, button, closing, WARM_UP)
      const before = await count(session)
      await openAndClose(page, button, closing, OPENINGS)
      const after = await count(session)
      const more: Counts = {
        nodes: after.nodes - before.nodes,
        listeners: after.listeners - before.listeners,
        kilobytes: after.kilobytes - before.kilobytes,
      }
      report.say(
        `${name.padEnd(24)} | ${String(more.nodes).padStart(6)} | ${String(more.listeners).padStart(9)} | ${more.kilobytes.toFixed(0).padStart(5)}`,
      )
      for (const kind of ['nodes', 'listeners', 'kilobytes'] as const)
        if (more[kind] > BUDGET[kind]) report.judge(`${name}, ${kind} left`, more[kind], BUDGET[kind], '#')
    } catch (failure) {
      report.judge(`${name}: ${String(failure).split('\n')[0]}`, Number.NaN, 0, '#')
    }
    await context.close()
  }
  await browser.close()
  await operator.stop()
}
