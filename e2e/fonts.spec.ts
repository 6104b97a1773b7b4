// Thai and Lao come with the page: a machine that has no such font shows no boxes, and none that has mixes two.
import { expect } from '@playwright/test'
import { drawnByOthers } from './marks.ts'
import { scenes } from './scenes/all.ts'
import { settle } from './scenes/scene.ts'
import { test } from './scenes/stage-test.ts'
import { locales } from './words.ts'

// A page that the build has drawn, one that the app draws, an open menu with the names of all languages, a page with money, names in another script.
for (const name of ['login/page', 'login/language-menu', 'register/phone', 'home/page', 'chat/messages']) {
  test(`every Thai and Lao word is drawn by the page’s own fonts: ${name}`, async ({ page, stage }) => {
    const scene = scenes.find((one) => one.name === name)
    if (!scene) throw new Error(`There is no scene ${name}`)
    for (const locale of locales) {
      // English has none of its own, unless the operator or somebody else wrote there.
      if (locale === 'en' && /page$|phone$/.test(name) && name !== 'home/page') continue
      await stage.enter(scene, locale)
      await settle(page)
      await expect.poll(() => drawnByOthers(page)).toEqual([])
    }
  })
}
