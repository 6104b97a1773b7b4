// Thai and Lao come with the page: a machine that has no such font shows no boxes, and none that has mixes two.
import { expect, type Page } from '@playwright/test'
import { scenes } from './scenes/all.ts'
import { settle } from './scenes/scene.ts'
import { test } from './scenes/stage-test.ts'
import { locales } from './words.ts'

/** The words that another font draws than one of the page’s own. */
async function drawnByOthers(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('body *')) {
      const text = element.childElementCount === 0 ? (element.textContent ?? '').trim() : ''
      if (/^[\u0e00-\u0eff\s\u2060]+$/u.test(text) && element.checkVisibility())
        element.toggleAttribute('data-own', true)
    }
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  const { nodeIds } = await browser.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-own]',
  })
  const found: string[] = []
  for (const nodeId of nodeIds) {
    const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId })
    const { outerHTML } = await browser.send('DOM.getOuterHTML', { nodeId })
    // Of no script: spaces, and what holds a Lao word together.
    const between = outerHTML.replace(/<[^>]*>/g, '').match(/[\s\u2060]/gu)?.length ?? 0
    const others = fonts.filter(({ isCustomFont, glyphCount }) => !isCustomFont && glyphCount > between)
    if (others.length === 0) continue
    found.push(`${outerHTML}: ${others.map(({ familyName }) => familyName).join()}`)
  }
  await browser.detach()
  expect(nodeIds.length).toBeGreaterThan(0)
  return found
}

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
