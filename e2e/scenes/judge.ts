// What must hold wherever one looks: axe finds nothing, nothing scrolls sideways, and no word is cut or broken.
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

/** Thai and Lao words that go on in the next line: one may end between two words of the dictionary, not within one for want of room, nor at a joiner. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { documentElement: html, body } = document
    // What is wider than a card on the page is broken somewhere.
    const room = html.clientWidth - 96
    const found: string[] = []
    const dialogs = document.querySelectorAll('dialog[open]')
    const texts = document.createTreeWalker(dialogs.item(dialogs.length - 1) ?? body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!/[\u0e00-\u0eff]/.test(text.nodeValue ?? '') || !isSeen(text.parentElement)) continue
      for (const [from, to] of wordsOf(text.nodeValue ?? '')) {
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, to)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        const isBroken = boxes.some(({ top }) => Math.abs(top - (boxes[0]?.top ?? top)) > 4)
        const width = boxes.reduce((sum, box) => sum + box.width, 0)
        if (isBroken && width < room) found.push(`"${range}" goes on in the next line`)
      }
    }
    return found

    /** Not only by a screen reader. */
    function isSeen(holder: Element | null): boolean {
      if (!holder || holder.closest('[inert], option, script, style, noscript, svg')) return false
      for (let one: Element | null = holder; one; one = one.parentElement) {
        if (getComputedStyle(one).clipPath !== 'none') return false
      }
      return true
    }

    /** From where to where; what is joined is one. */
    function wordsOf(text: string): [number, number][] {
      const words: [number, number][] = []
      const parts = new Intl.Segmenter(html.lang, { granularity: 'word' }).segment(text)
      for (const { index, segment } of parts) {
        const last = words.at(-1)
        const isJoined = segment.startsWith('\u2060') || text[index - 1] === '\u2060'
        if (last && isJoined) last[1] = index + segment.length
        else if (/[\u0e00-\u0eff]/.test(segment)) words.push([index, index + segment.length])
      }
      return words
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
