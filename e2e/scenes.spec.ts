// For everybody, with KAPAO_E2E_WHOLE=1: axe finds nothing in any scene, in any language and either theme; nothing is cut on the smallest phone, at 200 % zoom, or in
// letters of twice the size.
import { expect, type Page } from '@playwright/test'
import { scenes } from './scenes/all.ts'
import { axeFinds, cutWords } from './scenes/judge.ts'
import { type Scene, type Stage, settle } from './scenes/scene.ts'
import { test } from './scenes/stage-test.ts'
import { type Locale, locales } from './words.ts'

const own = { width: 360, height: 740 }
const sizes = [
  { name: 'on the smallest phone', size: { width: 320, height: 568 }, letters: '' },
  { name: 'at 200 % zoom', size: { width: 640, height: 512 }, letters: '' },
  { name: 'in letters of twice the size', size: { width: 640, height: 1024 }, letters: '200%' },
] as const

async function sized(page: Page, size: { width: number; height: number }, letters: string): Promise<void> {
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

/** The colours of both themes are judged in one language: they know none. */
async function judge(page: Page, { isFirst }: { isFirst: boolean }): Promise<string[]> {
  const found: string[] = []
  if (isFirst) {
    await wear(page, 'dark')
    found.push(...(await axeFinds(page)))
    await wear(page, 'light')
    found.push(...(await axeFinds(page, { only: 'color-contrast' })))
  } else {
    found.push(...(await axeFinds(page, { without: 'color-contrast' })))
  }
  for (const { name, size, letters } of sizes) {
    await sized(page, size, letters)
    found.push(...(await cutWords(page)).map((cut) => `${name}: ${cut}`))
  }
  await sized(page, own, '')
  return found
}

async function judgeScene(stage: Stage, scene: Scene, index: number): Promise<string[]> {
  const { page } = stage
  const found: string[] = []
  const turn = index % locales.length
  const languages: readonly Locale[] = [...locales.slice(turn), ...locales.slice(0, turn)]
  for (const locale of languages) {
    const isFirst = locale === languages[0]
    await (isFirst ? stage.enter(scene, locale) : stage.speak(scene, locale))
    found.push(...(await judge(page, { isFirst })).map((one) => `${scene.name} ${locale} ${one}`))
  }
  await scene.leave?.({ page, words: () => '' })
  return found
}

for (const [place, all] of Map.groupBy(scenes, ({ name }) => name.split('/')[0] ?? '')) {
  test(`is for everybody: ${place}`, async ({ page, stage }) => {
    test.skip(process.env.KAPAO_E2E_WHOLE !== '1', 'it takes minutes')
    test.setTimeout(600_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const scene of all) {
      await test.step(scene.name, async () => {
        // The scenes after one that cannot be reached are judged all the same.
        const found = await judgeScene(stage, scene, scenes.indexOf(scene)).catch((failure) => [
          String(failure),
        ])
        expect.soft(found).toEqual([])
      })
    }
  })
}
