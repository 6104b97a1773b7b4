// `npm run shots`: every scene in three languages, four sizes and both themes, on one contact sheet (shots/index.html) and on large pictures
// of many small ones (shots/sheets), Lao from the Laos build. `npm run shots -- --place=deposit --language=la --size=320x568 --theme=light` takes only those.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { provideChromium } from '../../scripts/chromium.ts'
import { walletFolder } from '../../scripts/page-builds.ts'
import { type Region, repositoryRoot } from '../../scripts/settings.ts'
import { countries } from '../builds.ts'
import buildPages from '../global-setup.ts'
import { OperatorServer } from '../operator/server.ts'
import { scenes } from '../scenes/all.ts'
import { countryOf, isOf, type Scene, Stage } from '../scenes/scene.ts'
import { locales } from '../words.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { deskScenes, playDesk } from './desk.ts'
import { fileOf, type Shot, type Size, sizes, themes } from './shot.ts'

const { values: wanted } = parseArgs({
  options: {
    /** The beginning of a scene's name: `deposit`, `deposit/qr`. */
    place: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
    size: { type: 'string', multiple: true },
    theme: { type: 'string', multiple: true },
    output: { type: 'string', default: join(repositoryRoot, 'shots') },
    /** How many browsers' pages work at the same time. */
    pages: { type: 'string', default: '2' },
  },
})
const chosen = <Value extends string>(all: readonly Value[], some: string[] | undefined) =>
  some ? all.filter((one) => some.includes(one)) : all
const places = wanted.place
const todo = places ? scenes.filter(({ name }) => places.some((place) => name.startsWith(place))) : scenes
const deskTodo = places
  ? deskScenes.filter(({ name }) => places.some((place) => name.startsWith(place)))
  : deskScenes
const languages = chosen(locales, wanted.language)
const languagesOf = (country: Region) => languages.filter((language) => countryOf(language) === country)
const chosenSizes = sizes.filter(({ name }) => !wanted.size || wanted.size.includes(name))
const sizesFor = (hasTouch: boolean) => chosenSizes.filter((size) => size.hasTouch === hasTouch)
const chosenThemes = chosen(themes, wanted.theme)

interface Play {
  readonly country: Region
  /** A browser has a finger or a mouse for good. */
  readonly hasTouch: boolean
  readonly queue: Scene[]
  readonly shots: Shot[]
  readonly troubles: string[]
}

/** One page plays scene after scene; nothing is loaded anew for another size, theme or, mostly, language. */
async function play(browser: Browser, { country, hasTouch, queue, shots, troubles }: Play): Promise<void> {
  const operator = await OperatorServer.start(walletFolder(country))
  const context = await browser.newContext({
    baseURL: operator.url,
    serviceWorkers: 'block',
    timezoneId: 'Asia/Bangkok',
    hasTouch,
  })
  context.setDefaultTimeout(10_000)
  const stage = new Stage(await context.newPage(), operator, country)
  for (let scene = queue.shift(); scene; scene = queue.shift()) {
    try {
      await shoot(stage, scene, { sizes: sizesFor(hasTouch), shots })
    } catch (failure) {
      const why = failure instanceof Error ? failure.message.split('\n').slice(0, 4).join(' ') : failure
      troubles.push(`${scene.name}: ${why}`)
    }
    await scene.leave?.({ page: stage.page, words: () => '', country })
  }
  await context.close()
  await operator.stop()
}

/** As the app does when it complains: in another size it may have gone below an edge. */
function bringIntoSight(): void {
  const shown = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const complaints = [
    'form [aria-invalid=true]',
    'form [role=alert]:not(:empty)',
    // At the log-in it is the button below the complaint, at the wheel what became of the coin.
    'form [aria-live=assertive]:not(:empty) + [type=submit]',
    '[data-trouble]',
  ]
  for (const one of complaints) shown.querySelector(one)?.scrollIntoView({ block: 'nearest' })
}

async function paintAnew(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  for (const order of ['stroke', '']) {
    document.documentElement.style.setProperty('paint-order', order)
    await frame()
    await frame()
  }
}

/** A wheel is drawn for its size a while after that has changed (features/spin/wheel.tsx). */
function areWheelsDrawn(): boolean {
  return [...document.querySelectorAll<HTMLCanvasElement>('canvas[role=img]')].every(
    ({ width, clientWidth }) => width === Math.max(1, Math.round(clientWidth * devicePixelRatio)),
  )
}

interface Roll {
  readonly sizes: readonly Size[]
  readonly shots: Shot[]
}

/** What is open now, in every size and theme. */
async function shootPage(
  page: Page,
  { moves, ...of }: Pick<Shot, 'scene' | 'language'> & { moves: boolean },
  { sizes, shots }: Roll,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(bringIntoSight)
    for (const theme of chosenThemes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme)
      await page.evaluate(async () => {
        const frame = () => new Promise((done) => requestAnimationFrame(done))
        // Chromium paints an icon in the colours of the theme before once more.
        for (let frames = 0; frames < 6; frames += 1) await frame()
        // The way into the chat keeps out of sight while the page moves under it.
        while (document.querySelector('[data-moving]')) await frame()
        // Colours change from one theme to the other by transitions, and the end of one may begin another.
        const changes = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
        for (let rounds = 0; rounds < 5 && changes().length > 0; rounds += 1) {
          await Promise.allSettled(changes().map((one) => one.finished))
          await frame()
        }
      })
      // Asked now and then: while the wheel turns, each frame that is waited for may take a busy machine a second.
      await page.waitForFunction(areWheelsDrawn, undefined, { polling: 100 })
      // What then still has the colours of the theme before is painted anew with all the rest. The first frame after that may be one from
      // before: no picture of it is kept.
      for (let times = 0; times < (moves ? 1 : 2); times += 1) {
        await page.evaluate(paintAnew)
        await page.screenshot({ type: 'jpeg', quality: 1, clip: { x: 0, y: 0, width: 8, height: 8 } })
      }
      const shot = { ...of, size, theme }
      const path = join(wanted.output, fileOf(shot))
      await page.screenshot({ path, type: 'jpeg', quality: 72, caret: 'initial' })
      shots.push(shot)
    }
  }
}

async function shoot(stage: Stage, scene: Scene, { sizes, shots }: Roll): Promise<void> {
  const { page } = stage
  // What moves comes to its end while other sizes are taken: it is opened anew for each.
  const rolls = scene.moves ? sizes.map((size) => ({ sizes: [size], shots })) : [{ sizes, shots }]
  let isOpen = false
  for (const language of languagesOf(stage.country)) {
    for (const roll of rolls) {
      await page.emulateMedia({
        reducedMotion: scene.moves ? 'no-preference' : 'reduce',
        colorScheme: 'dark',
      })
      await page.setViewportSize({ width: 360, height: 740 })
      if (isOpen && !scene.moves) await stage.speak(scene, language)
      else await stage.enter(scene, language)
      isOpen = true
      await shootPage(page, { scene: scene.name, language, moves: scene.moves ?? false }, roll)
    }
  }
}

const executablePath = await provideChromium((line) => console.log(line))
const begun = Date.now()
await buildPages()
rmSync(wanted.output, { recursive: true, force: true })
mkdirSync(wanted.output, { recursive: true })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const shots: Shot[] = []
const troubles: string[] = []
try {
  for (const country of countries) {
    for (const hasTouch of [true, false]) {
      const isWanted = languagesOf(country).length > 0 && sizesFor(hasTouch).length > 0
      const queue = isWanted ? todo.filter((scene) => isOf(country, scene)) : []
      const pages = Array.from({ length: Number(wanted.pages) })
      await Promise.all(pages.map(() => play(browser, { country, hasTouch, queue, shots, troubles })))
    }
  }
  if (deskTodo.length > 0) {
    const take = (page: Page, of: Pick<Shot, 'scene' | 'language'>) =>
      shootPage(page, { ...of, moves: false }, { sizes: chosenSizes, shots })
    troubles.push(...(await playDesk(browser, deskTodo, languages, take)))
  }
  const order = new Map([...todo, ...deskTodo].map(({ name }, index) => [name, index]))
  shots.sort((a, b) => (order.get(a.scene) ?? 0) - (order.get(b.scene) ?? 0))
  await writeContactSheet(browser, wanted.output, shots)
} finally {
  await browser.close()
}
console.log(
  `${shots.length} pictures in ${((Date.now() - begun) / 1000).toFixed(0)} s: ${join(wanted.output, 'index.html')}`,
)
for (const trouble of troubles) console.error(trouble)
if (troubles.length > 0) process.exitCode = 1
