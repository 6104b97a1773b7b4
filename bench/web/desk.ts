// What the support desk loads for an agent who is logged in, from the real processes: its calls are its own server's.
import type { Browser } from '@playwright/test'
import { Kapao } from '../../e2e/kapao.ts'
import { weigh } from './pages.ts'
import type { Report } from './report.ts'

const BUDGET_KB = 120

export async function measureDesk(browser: Browser, report: Report): Promise<void> {
  const kapao = await Kapao.start()
  try {
    const { url } = kapao.addresses
    const context = await browser.newContext()
    // The desk knows its agents by a cookie.
    const answer = await context.request.post(`${url}/api/desk/login`, {
      headers: { 'x-requested-with': 'kapao' },
      data: { name: 'demo', password: 'kapao-desk-1' },
    })
    if (!answer.ok()) throw new Error('no log-in at the desk')
    const { script } = await weigh(await context.newPage(), `${url}/desk/`)
    await context.close()
    report.judge('desk JS', script / 1_000, BUDGET_KB, 'KB')
  } finally {
    await kapao.stop()
  }
}
