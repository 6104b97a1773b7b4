// `npm run howto`: films the product itself for /howto, five films in each language, with captions beside them. Needs ffmpeg and Chromium.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import type { Region } from '../builds.ts'
import { Kapao } from '../kapao.ts'
import { join as joinKapao, newcomer } from '../member.ts'
import { Player } from '../player.ts'
import { Sandbox } from '../sandbox.ts'
import { type Locale, locales, wordsIn } from '../words.ts'
import { Camera, type Cue } from './camera.ts'
import { showTouches } from './finger.ts'
import { films, type Scene } from './scenes.ts'

const MOST_BYTES = 1_500_000
const folder = join(import.meta.dirname, '..', '..', 'apps', 'wallet', 'public', 'howto')
/** Lao players see kip and Lao banks. */
const regionOf = (locale: Locale): Region => (locale === 'la' ? 'la' : 'th')

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function film(browser: Browser, kapao: Kapao, locale: Locale, topic: string): Promise<void> {
  const script = films[topic]
  if (!script) throw new Error(`There is no film ${topic}`)
  const region = regionOf(locale)
  const context = await browser.newContext({
    baseURL: kapao.addresses.url,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 1.5,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
    serviceWorkers: 'block',
  })
  await showTouches(context)
  // The chat's invitation came and was read before: it is in the way of what is shown.
  await context.addInitScript(() => sessionStorage.setItem('chat-invite', '1'))
  const page = await context.newPage()
  const words = wordsIn(locale)
  const member = await joinKapao(kapao, newcomer(region))
  const player = new Player(page, kapao, locale, member)
  const sandbox = new Sandbox(kapao.addresses.sandboxUrl)
  await player.arrive(member.token)
  await script.before?.(member, { player, sandbox })
  await page.goto(script.startsAt)
  await page.waitForLoadState('networkidle')
  const camera = await Camera.start(page)
  const say: Scene['say'] = async (step) => {
    camera.say(step)
    // As long as it takes to read, which in Thai and Lao has no spaces to count.
    await wait(1000 + words(`howto.${topic}-${step}`).length * 35)
  }
  await wait(400)
  await script.play({ player, sandbox, say, look: () => wait(1300) })
  await wait(800)
  const stem = join(folder, locale, topic)
  mkdirSync(join(folder, locale), { recursive: true })
  const cues = await camera.stop(stem)
  await context.close()
  writeFileSync(
    `${stem}.vtt`,
    captions(cues, (step) => words(`howto.${topic}-${step}`)),
  )
  const { size } = statSync(`${stem}.mp4`)
  console.log(`${locale}/${topic}: ${(size / 1000).toFixed(0)} KB, ${cues.at(-1)?.to.toFixed(0)} s`)
  if (size > MOST_BYTES) throw new Error(`${stem}.mp4 is larger than ${MOST_BYTES} bytes`)
}

function captions(cues: readonly Cue[], textOf: (step: number) => string): string {
  const parts = cues.map(
    ({ from, to, step }) => `${clock(from)} --> ${clock(to)} line:90%\n${textOf(step)}\n`,
  )
  return ['WEBVTT\n', ...parts].join('\n')
}

function clock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23)
}

const executablePath = findChromium()
if (executablePath === null) throw new Error('no Chromium: install it, or name it in KAPAO_CHROMIUM')
const wanted = process.argv.slice(2)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const region of ['th', 'la'] as const) {
    const spoken = locales.filter((locale) => regionOf(locale) === region)
    const jobs = spoken.flatMap((locale) => Object.keys(films).map((topic) => ({ locale, topic })))
    const todo = jobs.filter(
      ({ locale, topic }) => wanted.length === 0 || wanted.includes(`${locale}/${topic}`),
    )
    if (todo.length === 0) continue
    const kapao = await Kapao.start(region)
    try {
      for (const { locale, topic } of todo) await film(browser, kapao, locale, topic)
    } finally {
      await kapao.stop()
    }
  }
} finally {
  await browser.close()
}
