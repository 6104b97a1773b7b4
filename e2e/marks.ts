// Thai and Lao stack their marks: two above a letter, one below. Where lines are too close they run into each other, where a box hides
// what sticks out they are cut off, and neither is seen in English.
import type { Page } from '@playwright/test'

/** The highest and the deepest that each script stacks. */
const stacks = { th: 'ที่ ปั้น กู้ ฟ้ ญู ฎุ', la: 'ກ້ຳ ເງິ່ນ ຫຼື່ ຊື່ ຫຼຸ່ ຕຸ້' } as const

/** Where the tallest stacks of the language would be clipped, or would touch those of the next line. */
export function crampedMarks(page: Page, language: keyof typeof stacks): Promise<string[]> {
  return page.evaluate((stack) => {
    const pen = document.createElement('canvas').getContext('2d')
    if (pen === null) throw new Error('There is no canvas')
    const hides = ({ overflowY }: CSSStyleDeclaration) => overflowY === 'hidden' || overflowY === 'clip'
    const found = new Set<string>()
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const nodes = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const element = node.parentElement
      if (!element?.checkVisibility() || !/[\p{Script=Thai}\p{Script=Lao}]/u.test(node.textContent ?? ''))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      const style = getComputedStyle(element)
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const ink = pen.measureText(stack)
      const height = ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent
      const said = `${element.className || element.tagName}: ${node.textContent}`
      const rows = new Set(lines.map((line) => Math.round(line.top))).size
      if (rows > 1 && height > Number.parseFloat(style.lineHeight) + 1)
        found.add(`lines of ${style.lineHeight} for marks of ${height} in ${said}`)
      let box: Element | null = element
      while (box !== null && box !== top && !hides(getComputedStyle(box))) box = box.parentElement
      if (box === null || box === top || getComputedStyle(box).position === 'absolute') continue
      const window = box.getBoundingClientRect()
      const { overflowY, overflowClipMargin } = getComputedStyle(box)
      const shown = 1 + (overflowY === 'clip' ? Number.parseFloat(overflowClipMargin) || 0 : 0)
      for (const line of lines) {
        const baseline = line.top + ink.fontBoundingBoxAscent
        const [above, below] = [
          baseline - ink.actualBoundingBoxAscent,
          baseline + ink.actualBoundingBoxDescent,
        ]
        const isInside = line.bottom > window.top && line.top < window.bottom
        if (isInside && (above < window.top - shown || below > window.bottom + shown))
          found.add(
            `${box.className} hides ${Math.max(window.top - above, below - window.bottom)} px of ${said}`,
          )
      }
    }
    return [...found]
  }, stacks[language])
}

/** The families of the fonts that have come with the page by now, not with the phone. */
export function ownFonts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  )
}

/** The words that another font draws than one of the page’s own. */
export async function drawnByOthers(page: Page): Promise<string[]> {
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
    const seen = await Promise.all([
      browser.send('CSS.getPlatformFontsForNode', { nodeId }),
      browser.send('DOM.getOuterHTML', { nodeId }),
    ]).catch(() => null)
    // A word that has changed meanwhile is another element: this one is gone.
    if (seen === null) continue
    const [{ fonts }, { outerHTML }] = seen
    // Of no script: spaces, and what holds a Lao word together.
    const between = outerHTML.replace(/<[^>]*>/g, '').match(/[\s\u2060]/gu)?.length ?? 0
    const others = fonts.filter(({ isCustomFont, glyphCount }) => !isCustomFont && glyphCount > between)
    if (others.length === 0) continue
    found.push(`${outerHTML}: ${others.map(({ familyName }) => familyName).join()}`)
  }
  await browser.detach()
  if (nodeIds.length === 0) throw new Error('There are no words to look at')
  return found
}
