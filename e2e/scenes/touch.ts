// What a phone does to a page: it zooms in on a field of small letters, lays its notch and its home indicator over the edges, and drags along
// what lies behind a list that has come to its end.
import type { CDPSession, Page } from '@playwright/test'

/** iOS zooms in on a smaller one, and not out again. */
const LETTERS_PX = 16

/** What somebody types in, by the letters that are too small, and lists whose end the page behind would take part in. */
export function hindrances(page: Page): Promise<string[]> {
  return page.evaluate((lettersPx) => {
    const found: string[] = []
    const { content } = document.querySelector<HTMLMetaElement>('meta[name=viewport]') ?? {}
    // Without it a page knows nothing of the edges.
    if (!content?.includes('viewport-fit=cover')) found.push(`the page is of ${content}`)
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const top = dialog ?? document.body
    for (const field of top.querySelectorAll('input, select, textarea')) {
      if (field.matches('[type=checkbox], [type=radio], [type=file], [type=hidden]')) continue
      const { fontSize } = getComputedStyle(field)
      if (Number.parseFloat(fontSize) < lettersPx) found.push(`${field.className} has letters of ${fontSize}`)
    }
    for (const box of dialog ? [dialog, ...dialog.querySelectorAll(':not(textarea)')] : []) {
      const { overflowY, overscrollBehaviorY } = getComputedStyle(box)
      const scrolls = /auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight
      if (scrolls && overscrollBehaviorY === 'auto')
        found.push(`${box.className} drags along what is behind it`)
    }
    return found
  }, LETTERS_PX)
}

/** The keyboard and the suggestions that each field asks for, in their order. */
export function askedOfKeyboard(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    return [...top.querySelectorAll<HTMLInputElement>('input, textarea')]
      .filter((field) => field.type === 'hidden' || field.checkVisibility())
      .filter(({ type }) => !['checkbox', 'radio', 'file'].includes(type))
      .map(({ type, inputMode, autocomplete }) => {
        const keyboard = type === 'hidden' || type === 'password' ? type : inputMode || 'text'
        return `${keyboard} ${autocomplete || '-'}`
      })
  })
}

export interface Insets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/** A phone whose edges are not all its page's. */
export class Edges {
  readonly #page: Page
  readonly #session: CDPSession

  private constructor(page: Page, session: CDPSession) {
    this.#page = page
    this.#session = session
  }

  static async of(page: Page): Promise<Edges> {
    return new Edges(page, await page.context().newCDPSession(page))
  }

  async set(insets: Insets): Promise<void> {
    await this.#session.send('Emulation.setSafeAreaInsetsOverride', { insets })
  }

  /** What would be read or pressed and lies under them, wherever one scrolls. */
  async under(insets: Insets): Promise<string[]> {
    await this.set(insets)
    const scrolled = (to: 'start' | 'end') => this.#page.evaluate(lyingUnder, { insets, to })
    return [...(await scrolled('start')), ...(await scrolled('end'))]
  }
}

/** In the page. With everything at its start nothing may lie at the upper edge, with everything at its end nothing at the lower one. */
function lyingUnder({ insets, to }: { insets: Insets; to: 'start' | 'end' }): string[] {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const top = dialog ?? document.body
  const toasts = document.querySelector('[data-toaster]')
  for (const box of [document.documentElement, top, ...top.querySelectorAll('*')]) {
    if (box.scrollHeight > box.clientHeight)
      box.scrollTo({ top: to === 'end' ? box.scrollHeight : 0, behavior: 'instant' })
  }
  const found = new Set<string>()
  for (const part of new Set([top, ...(toasts ? [toasts] : [])])) {
    for (const control of part.querySelectorAll('a, button, input, select, textarea, summary, video')) {
      const box = control.getBoundingClientRect()
      // What takes most of the window is pressed elsewhere.
      if (box.height < innerHeight / 2) judge(control, [box], control.ariaLabel ?? control.textContent)
    }
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement || text.nodeValue?.trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(text)
      judge(text.parentElement, [...range.getClientRects()], text.nodeValue)
    }
  }
  return [...found]

  function judge(holder: Element, boxes: readonly DOMRect[], name: string | null): void {
    if (!isSeen(holder)) return
    for (const box of boxes) {
      const edge = edgeOver(box, holder)
      if (edge) found.add(`"${name?.trim().slice(0, 40)}" (${holder.className}) lies ${edge}`)
    }
  }

  function isSeen(holder: Element): boolean {
    if (holder.closest('[inert], option, script, style, noscript, svg, canvas')) return false
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    for (let one: Element | null = holder; one; one = one.parentElement) {
      if (getComputedStyle(one).clipPath !== 'none') return false
    }
    return true
  }

  function edgeOver(box: DOMRect, holder: Element): string | null {
    if (box.width <= 1 || box.height <= 1) return null
    if (to === 'start' && box.top >= 0 && box.top < insets.top - 1) return `at ${box.top} px from above`
    const fromBelow = innerHeight - box.bottom
    if (to === 'end' && fromBelow >= 0 && fromBelow < insets.bottom - 1)
      return `at ${fromBelow} px from below`
    // What is scrolled sideways passes by there.
    for (let one: Element | null = holder; one && one !== top; one = one.parentElement) {
      if (one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible') return null
    }
    if (box.left < insets.left - 1) return `at ${box.left} px from the left`
    const fromRight = innerWidth - box.right
    return fromRight < insets.right - 1 ? `at ${fromRight} px from the right` : null
  }
}
