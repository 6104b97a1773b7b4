// For everybody: axe finds nothing in any scene, in any language and either theme, and nothing is cut on a phone, on the smallest phone, at 200 %
// zoom, or in letters of twice the size; no mark of Thai or Lao is cut off, and no field is zoomed in on. A run looks at every third scene, each
// in one of these ways, the next day at the next; with KAPAO_E2E_WHOLE=1 at all in all.
import { expect, type Page } from '@playwright/test'
import { countries, type Region } from './builds.ts'
import { crampedMarks } from './marks.ts'
import { scenes } from './scenes/all.ts'
import { axeFinds, brokenWords, cutWords, strayRing } from './scenes/judge.ts'
import { countryOf, isOf, type Scene, type Stage, settle } from './scenes/scene.ts'
import { test } from './scenes/stage-test.ts'
import { hindrances } from './scenes/touch.ts'
import { day, isWhole } from './turns.ts'
import { type Locale, locales } from './words.ts'

interface Size {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
  /** Of the root. */
  readonly letters: string
}
const own: Size = { name: 'on a phone', size: { width: 360, height: 740 }, letters: '' }
const sizes: readonly Size[] = [
  { name: 'on the smallest phone', size: { width: 320, height: 568 }, letters: '' },
  { name: 'at 200 % zoom', size: { width: 640, height: 512 }, letters: '' },
  { name: 'in letters of twice the size', size: { width: 640, height: 1024 }, letters: '200%' },
  { name: 'in letters of twice the size on a phone', size: { width: 360, height: 740 }, letters: '200%' },
]
const themes = ['dark', 'light'] as const

async function sized(page: Page, { size, letters }: Size): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, letters)
}

/** The page hears of it a moment later. */
async function wear(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, colorScheme)
  await settle(page)
  await settle(page)
}

const marksOf = async (page: Page, locale: Locale) => (locale === 'en' ? [] : crampedMarks(page, locale))

/** The colours of both themes are judged in one language: they know none. */
async function judge(page: Page, locale: Locale, { isFirst }: { isFirst: boolean }): Promise<string[]> {
  const found: string[] = []
  if (isFirst) {
    await wear(page, 'dark')
    found.push(...(await axeFinds(page)))
    await wear(page, 'light')
    found.push(...(await axeFinds(page, { only: 'color-contrast' })))
  } else {
    found.push(...(await axeFinds(page, { without: 'color-contrast' })))
  }
  for (const size of sizes) {
    await sized(page, size)
    const here = [
      ...(await cutWords(page)),
      ...(await brokenWords(page)),
      ...(await strayRing(page)),
      ...(await hindrances(page)),
      ...(await marksOf(page, locale)),
      ...(await axeFinds(page, { without: 'color-contrast' })),
    ]
    found.push(...here.map((one) => `${size.name}: ${one}`))
  }
  await sized(page, own)
  return found
}

/** In every way there is. */
async function judgeWhole(stage: Stage, scene: Scene, index: number): Promise<string[]> {
  const { page } = stage
  const found: string[] = []
  const own = locales.filter((locale) => countryOf(locale) === stage.country)
  const turn = index % own.length
  const languages: readonly Locale[] = [...own.slice(turn), ...own.slice(0, turn)]
  for (const locale of languages) {
    const isFirst = locale === languages[0]
    await (isFirst ? stage.enter(scene, locale) : stage.speak(scene, locale))
    found.push(...(await judge(page, locale, { isFirst })).map((one) => `${scene.name} ${locale} ${one}`))
  }
  return found
}

const at = <T>(all: readonly T[], turn: number): T => {
  const one = all[turn % all.length]
  if (one === undefined) throw new Error('There is none')
  return one
}

/** A scene of one country alone is seen in the languages that are looked at there. */
const languagesOf = (scene: Scene) => locales.filter((locale) => isOf(countryOf(locale), scene))

/** In one way: which one goes on, until every size has had every theme in every language. */
async function judgeOnce(stage: Stage, scene: Scene, index: number): Promise<string[]> {
  const { page } = stage
  const languages = languagesOf(scene)
  const locale = at(languages, index)
  const theme = at(themes, Math.floor(index / languages.length))
  const size = at([own, ...sizes], Math.floor(index / (languages.length * themes.length)))
  await page.emulateMedia({ colorScheme: theme })
  await stage.enter(scene, locale)
  await sized(page, size)
  await settle(page)
  const found = [
    ...(await axeFinds(page)),
    ...(await cutWords(page)),
    ...(await brokenWords(page)),
    ...(await strayRing(page)),
    ...(await hindrances(page)),
    ...(await marksOf(page, locale)),
  ]
  await sized(page, own)
  return found.map((one) => `${scene.name} ${locale} ${theme} ${size.name}: ${one}`)
}

const SHARE = 3
const isTurn = (scene: Scene) => isWhole || (scenes.indexOf(scene) + day) % SHARE === 0
/** Goes on both from scene to scene and from one turn of a scene to its next. */
const wayOf = (scene: Scene) => Math.floor(scenes.indexOf(scene) / SHARE) + Math.floor(day / SHARE)

/** In a usual run a scene is seen in one language, and so in one country. */
const isSeenIn = (country: Region) => (scene: Scene) =>
  isTurn(scene) &&
  isOf(country, scene) &&
  (isWhole || countryOf(at(languagesOf(scene), wayOf(scene))) === country)

const placeOf = ({ name }: Scene) => name.split('/')[0] ?? ''
const looks = countries.flatMap((country) =>
  [...Map.groupBy(scenes.filter(isSeenIn(country)), placeOf)].map(([place, all]) => ({
    country,
    place,
    all,
  })),
)

for (const { country, place, all } of looks) {
  test.describe(() => {
    test.use({ country })
    test(`is for everybody: ${place} (${country})`, async ({ page, stage }) => {
      test.info().annotations.push({ type: 'day', description: `KAPAO_E2E_DAY=${day}` })
      test.setTimeout(isWhole ? 1_800_000 : 600_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const judgeScene = isWhole ? judgeWhole : judgeOnce
      for (const scene of all) {
        await test.step(scene.name, async () => {
          // The scenes after one that cannot be reached are judged all the same.
          const found = await judgeScene(stage, scene, wayOf(scene)).catch((failure) => [String(failure)])
          await scene.leave?.({ page, words: () => '', country })
          expect.soft(found).toEqual([])
        })
      }
    })
  })
}
