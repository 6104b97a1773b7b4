// What must hold wherever one looks: axe finds nothing, nothing scrolls sideways, and no word is cut.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/** That of @axe-core/playwright, put into the page once and not for each look as the builder does. */
const axe = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Found = { id: string; nodes: { target: unknown; failureSummary?: string }[] }[]

/** Of all the rules, or of one alone. Loaded into the page the first time. */
export async function axeFinds(
  page: Page,
  { only, without }: { only?: string; without?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const options = {
    resultTypes: ['violations'],
    ...(only ? { runOnly: [only] } : { runOnly: { type: 'tag', values: tags } }),
    // The operator's own HTML begins at whatever level of heading the operator likes.
    rules: { 'heading-order': { enabled: false }, ...(without ? { [without]: { enabled: false } } : {}) },
  }
  const found = await page.evaluate(async (wanted): Promise<Found> => {
    const {
      axe: there,
    }: { axe?: { run(context: unknown, options: unknown): Promise<{ violations: Found }> } } = Object(window)
    if (!there) throw new Error('axe did not load')
    // Behind a dialog nothing can be reached, and the page without it has its own turn.
    const dialogs = document.querySelectorAll('dialog[open]')
    const { violations } = await there.run(dialogs.item(dialogs.length - 1) ?? document, wanted)
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => ({
        target,
        ...(failureSummary === undefined ? {} : { failureSummary }),
      })),
    }))
  }, options)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target} ${failureSummary.replace(/\s+/g, ' ')}`),
  )
}

/** What of the text cannot be read here without scrolling sideways, or not at all. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { documentElement: html, body } = document
    const found: string[] = []
    const beyond = html.scrollWidth - html.clientWidth
    if (beyond > 0) found.push(`scrolls sideways by ${beyond} px`)
    const dialogs = document.querySelectorAll('dialog[open]')
    const root = dialogs.item(dialogs.length - 1) ?? body
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement
      if (!holder || text.nodeValue?.trim() === '' || isMeantToBeCut(holder)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
      const how = boxes.map((box) => cutBy(box, holder)).find((one) => one !== null)
      if (how) found.push(`"${text.nodeValue?.trim().slice(0, 60)}" ${how}`)
    }
    return found

    /** What only a screen reader has, what waits beside a carousel, and what a field scrolls by itself. */
    function isMeantToBeCut(element: Element): boolean {
      if (element.closest('[inert], option, select, script, style, noscript, canvas, svg, video')) return true
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { clipPath, visibility } = getComputedStyle(one)
        if (clipPath !== 'none' || visibility === 'hidden') return true
      }
      return false
    }

    function cutBy(box: DOMRect, holder: Element): string | null {
      let [x, y] = [true, true]
      for (let one: Element | null = holder; one && (x || y); one = one.parentElement) {
        const style = getComputedStyle(one)
        const edge = one.getBoundingClientRect()
        const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        if (x && isCut(style.overflowX) && (box.right > edge.right + 1 || box.left < edge.left - 1))
          return style.textOverflow === 'ellipsis'
            ? 'is shortened'
            : `is cut sideways by ${one.className || one.tagName}`
        if (
          y &&
          isCut(style.overflowY) &&
          style.webkitLineClamp !== 'none' &&
          one.scrollHeight > one.clientHeight + 1
        )
          return 'is shortened by lines'
        if (y && isCut(style.overflowY) && (box.bottom > edge.bottom + 2 || box.top < edge.top - 2))
          return `is cut by height by ${one.className || one.tagName}`
        if (/auto|scroll/.test(style.overflowX)) x = false
        if (/auto|scroll/.test(style.overflowY)) y = false
        if (style.position === 'fixed') break
      }
      if (x && (box.right > html.clientWidth + 1 || box.left < -1)) return 'leaves the screen'
      return null
    }
  })
}

/** What only we give the focus, to be read out, has no ring: nothing can be pressed there. */
export function strayRing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || !focused.matches(':is(h1, h2, h3)[tabindex="-1"]')) return []
    return getComputedStyle(focused).outlineStyle === 'none' ? [] : [`a ring around ${focused.innerText}`]
  })
}
