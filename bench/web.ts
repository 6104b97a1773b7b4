// `npm run bench:web`: what the wallet costs a cheap phone on a slow line, beside pages that are built here and now to be compared with; all in
// one run, by one static server. Fails when something is over its budget. `-- --only=pages,live --runs=3` measures a part;
// `--of=deposit` one place's part of inp and leaks. Nothing here is a test: what else the machine does is in every figure of time.
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { OperatorServer } from '../e2e/operator/server.ts'
import { richAnswers } from '../e2e/scenes/rich-answers.ts'
import { buildOurs, buildPeers, staticFolder, temporaryFolder } from './web/builds.ts'
import { measureCarousel } from './web/carousel.ts'
import { measureDesk } from './web/desk.ts'
import { measureHome } from './web/home.ts'
import { measureInp } from './web/inp.ts'
import { measureLeaks } from './web/leaks.ts'
import { measureLive, measureSecondVisit } from './web/live.ts'
import { judgePages, measurePages } from './web/pages.ts'
import { launchBrowser } from './web/phone.ts'
import { Report } from './web/report.ts'
import { Site } from './web/site.ts'
import { weighParts } from './web/weights.ts'
import { measureWheel } from './web/wheel.ts'

const parts = [
  'pages',
  'weights',
  'live',
  'home',
  'again',
  'inp',
  'leaks',
  'carousel',
  'wheel',
  'desk',
] as const
const API_MS = 100

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: parts.join() },
    runs: { type: 'string', default: '5' },
    of: { type: 'string', default: '' },
  },
})
const chosen = parts.filter((part) => values.only.split(',').includes(part))
const runs = Number(values.runs)

const folder = temporaryFolder()
const report = new Report()
const operator = await OperatorServer.start(folder)
const sites: Site[] = []
const browser = await launchBrowser()
try {
  const ours = await buildOurs(folder)
  const peers = await buildPeers(folder)
  for (const [call, trouble] of Object.entries(richAnswers())) operator.break(call, trouble)
  const start = async (of: string) => {
    const site = await Site.start(of, { url: operator.url, ms: API_MS })
    sites.push(site)
    return site
  }
  const limit = await start(staticFolder)
  const bare = await start(peers.bare)
  const lean = await start(peers.lean)
  const usual = await start(peers.usual)
  const own = await start(ours)
  const measure: Readonly<Record<(typeof parts)[number], () => Promise<void>>> = {
    async pages() {
      const pages = [
        { name: 'static login', url: `${limit.url}/login` },
        { name: 'bare React 19', url: `${bare.url}/login` },
        { name: 'lean login by scripts', url: `${lean.url}/login` },
        { name: 'usual stack, login', url: `${usual.url}/login` },
        { name: 'usual stack, home', url: `${usual.url}/user/home` },
        { name: 'our /login', url: `${own.url}/login` },
        { name: 'our home', url: `${own.url}/user/home`, isMember: true },
      ]
      judgePages(await measurePages(pages, runs, report), report)
    },
    weights: async () => weighParts(ours, report),
    live: () => measureLive(browser, { ours: own, lean }, runs, report),
    home: () => measureHome(browser, own, runs, report),
    again: () => measureSecondVisit(browser, own, runs, report),
    inp: () => measureInp(browser, ours, values.of, report),
    leaks: () => measureLeaks(ours, values.of, report),
    carousel: () => measureCarousel(browser, ours, report),
    wheel: () => measureWheel(browser, runs, report),
    desk: () => measureDesk(browser, report),
  }
  for (const part of chosen) {
    report.say(`\n== ${part} (load of the machine ${loadavg()[0]?.toFixed(1)})`)
    await measure[part]()
  }
} finally {
  await browser.close()
  for (const site of sites) await site.stop()
  await operator.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const line of report.over) console.error(`over budget: ${line}`)
process.exitCode = report.over.length > 0 ? 1 : 0
