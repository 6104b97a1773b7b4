// What a text does to those around it.
import type { Page } from '@playwright/test'

/** In words: what scrolls sideways, what was turned around beside one of the texts, what became an element. */
export function disturbed(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((naughty) => {
    const found: string[] = []
    const meant = 'table, ul, pre, [class*=carousel], [class*=cards]'
    for (const one of document.querySelectorAll<HTMLElement>(
      'html, main, main *, dialog[open], dialog[open] *',
    )) {
      const { overflowX } = getComputedStyle(one)
      const scrolls = one.tagName === 'HTML' || overflowX === 'auto' || overflowX === 'scroll'
      if (scrolls && !one.matches(meant) && one.scrollWidth > one.clientWidth + 1) {
        const edge = one.getBoundingClientRect().left + one.clientWidth + 1
        const wide = [...one.querySelectorAll('*')].filter(
          (part) => part.getBoundingClientRect().right > edge,
        )
        found.push(
          `scrolls sideways: ${one.tagName}.${one.className} ${one.scrollWidth} > ${one.clientWidth}, by ${wide.map(({ tagName, className }) => `${tagName}.${className}`).join(' ')}`,
        )
      }
      if (one.hasAttribute('onerror') || one.hasAttribute('onload') || one.matches('marquee, iframe, object'))
        found.push(`became an element: ${one.outerHTML.slice(0, 120)}`)
    }
    const turns = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/
    const turners = naughty
      .filter((text) => turns.test(text))
      .map((text) => text.replace(/[\u2066-\u2069]/g, ''))
    const placeOf = (node: Text, at: number) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect()
    }
    /** Latin letters and figures run from left to right, whatever stands beside them. */
    const judge = (node: Text, from: number, to: number) => {
      for (const { 0: word, index } of node.data.slice(from, to).matchAll(/[A-Za-z0-9]{2,}/g)) {
        const [first, second] = [placeOf(node, from + index), placeOf(node, from + index + 1)]
        const isOneLine = Math.abs(first.top - second.top) < 2 && first.width > 0
        if (isOneLine && second.left < first.left)
          found.push(`turned around: ${word} in ${JSON.stringify(node.data.slice(0, 80))}`)
      }
    }
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (!(node instanceof Text)) continue
      const plain = node.data.replace(/[\u2066-\u2069]/g, '')
      const turner = turners.find((text) => plain.includes(text.slice(0, 12)))
      if (turner === undefined) {
        if (!turns.test(node.data)) judge(node, 0, node.data.length)
        continue
      }
      // What stands before it, and what comes after its end.
      const start = [...node.data].findIndex((letter) => turns.test(letter))
      judge(node, 0, Math.max(0, start))
      const isolateEnd = node.data.lastIndexOf('\u2069')
      if (node.data.includes('\u2068') && isolateEnd > 0) judge(node, isolateEnd + 1, node.data.length)
      else {
        const end = node.data.indexOf(turner)
        if (end >= 0) judge(node, end + turner.length, node.data.length)
      }
    }
    return found.slice(0, 20)
  }, texts)
}

/** Types every text into every field that can be typed into, as fast as a page takes it; answers how many fields there were. */
export function typeEverywhere(page: Page, texts: readonly string[]): Promise<number> {
  return page.evaluate(async (naughty) => {
    const fields = [
      ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        'main :is(input, textarea), dialog[open] :is(input, textarea)',
      ),
    ].filter((field) => !field.readOnly && !/^(?:file|checkbox|radio|hidden)$/.test(field.type))
    for (const field of fields) {
      const prototype = Object.getPrototypeOf(field)
      const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set
      for (const [index, text] of naughty.entries()) {
        set?.call(field, text)
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        // The page draws now and then.
        if (index % 50 === 0) await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    }
    return fields.length
  }, texts)
}
