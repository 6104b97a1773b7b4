// Whether home's carousel keeps up with a finger, at a quarter of the speed. Between two empty loops, since what else runs on the machine is in
// every figure.
import type { Browser } from '@playwright/test'
import { TOKEN } from '../../e2e/operator/answers.ts'
import { OperatorServer } from '../../e2e/operator/server.ts'
import { richAnswers } from '../../e2e/scenes/rich-answers.ts'
import { countFrames, drawnDuring, figuresOf, HEAD, line } from '../frames.ts'
import { newPhone, slowDown } from './phone.ts'
import type { Report } from './report.ts'

const LASTS_MS = 4_000
/** 60 frames a second, with what a timer is off by. */
const BUDGET_MS = 17.2

export async function measureCarousel(browser: Browser, folder: string, report: Report): Promise<void> {
  const operator = await OperatorServer.start(folder)
  for (const [call, trouble] of Object.entries(richAnswers())) operator.break(call, trouble)
  const context = await newPhone(browser)
  await context.addInitScript((token) => {
    localStorage.setItem('token', token)
    localStorage.setItem('remember-agreement', 'true')
  }, TOKEN)
  const page = await context.newPage()
  await page.goto(`${operator.url}/user/home`, { waitUntil: 'networkidle' })
  const carousel = page.locator('[role=group] button').first()
  await carousel.scrollIntoViewIfNeeded()
  const box = await carousel.boundingBox()
  if (!box) throw new Error('Home has no carousel')
  const session = await slowDown(page)
  const idle = await drawnDuring(browser, () => countFrames(page, 1_000))
  const swipes = async () => {
    for (const distance of [-300, 300, -600, 600])
      await session.send('Input.synthesizeScrollGesture', {
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        xDistance: distance,
        speed: 900,
        gestureSourceType: 'touch',
      })
  }
  const [counted, drawn] = await drawnDuring(browser, async () => {
    const [frames] = await Promise.all([countFrames(page, LASTS_MS), swipes()])
    return frames
  })
  report.say(HEAD)
  report.say(line('empty loop', figuresOf(idle[0].frames, idle[0].tasks, [])))
  const figures = figuresOf(counted.frames, counted.tasks, drawn)
  report.say(line('carousel', figures))
  report.judge('carousel, ms per frame', figures.median, BUDGET_MS, 'ms')
  report.judge('carousel, longest task', figures.task, 50, 'ms')
  await context.close()
  await operator.stop()
}
