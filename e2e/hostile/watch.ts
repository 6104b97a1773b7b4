// What hostile content does to a page, however it does it.
import type { Page } from '@playwright/test'

const allowedTags =
  'P BR HR DIV SPAN H1 H2 H3 H4 H5 H6 BLOCKQUOTE PRE CODE B STRONG I EM U S SMALL SUB SUP MARK UL OL LI DL DT DD A IMG FIGURE FIGCAPTION TABLE CAPTION THEAD TBODY TFOOT TR TH TD'
const allowedAttributes =
  'href src alt title lang dir width height colspan rowspan start target rel loading referrerpolicy'

export interface Watch {
  /** The numbers of the vectors that ran since the last look. */
  ran(): Promise<number[]>
  /** Everything else that must not happen, in words, since the last look. */
  troubles(): string[]
}

/** From now on, for every page that is opened here; `own` is where requests may go. */
export async function watch(page: Page, own: string): Promise<Watch> {
  const troubles: string[] = []
  const fired = new Set<number>()
  await page.exposeFunction('ranHere', (number: number) => void fired.add(number))
  await page.addInitScript(() => {
    if (window !== window.top) return
    Object.defineProperty(window, 'ran', {
      value: (number: number) => Reflect.get(window, 'ranHere')(number),
    })
  })
  page.on('dialog', (dialog) => {
    troubles.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => troubles.push(`a window: ${popup.url()}`))
  page.on('pageerror', (error) => troubles.push(`an error of the page: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isOwn = url.origin === own || url.protocol === 'data:' || url.protocol === 'blob:'
    if (!isOwn && request.resourceType() !== 'image') troubles.push(`a request: ${request.url()}`)
  })
  return {
    async ran() {
      // What was started by the last event comes to run.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
      const numbers = [...fired]
      fired.clear()
      return numbers
    },
    troubles: () => troubles.splice(0),
  }
}

/** Touches everything that says bait, as a finger, a mouse and a keyboard would, without waiting for any of it. */
export function touchAll(page: Page, within: string): Promise<void> {
  return page.evaluate((selector) => {
    const events = [
      ...['pointerenter', 'pointermove', 'pointerdown', 'pointerup', 'mouseover', 'mousedown'],
      ...['focus', 'focusin', 'keydown', 'copy', 'paste', 'contextmenu', 'dragstart', 'wheel', 'dblclick'],
      ...['toggle', 'beforetoggle', 'animationstart', 'animationend', 'transitionend', 'error', 'load'],
      ...['beforematch', 'command', 'interest', 'scrollend', 'selectstart', 'input', 'change', 'submit'],
    ]
    for (const element of document.querySelectorAll(`${selector} *`)) {
      for (const name of events) element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))
      // What leads to another page is judged by its address; here it would only take us away.
      const link = element.closest('a')
      const protocol = link instanceof HTMLAnchorElement ? link.protocol : 'none:'
      if (link && !/^(?:https?|mailto|tel|line)?:$/.test(protocol))
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
  }, within)
}

/** What is in the slots that should not be, in words: elements, attributes, addresses, names, places on the screen. */
export function strangersIn(page: Page, within: string): Promise<string[]> {
  return page.evaluate(
    ([selector, tags, attributes]) => {
      const found: string[] = []
      const tell = (what: string, element: Element) =>
        found.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
      const { clientWidth } = document.documentElement
      const judgeLink = (link: HTMLAnchorElement) => {
        if (!link.hasAttribute('href')) return
        if (!URL.canParse(link.href)) return
        if (!/^(?:https?|mailto|tel|line):$/.test(link.protocol)) tell('a link elsewhere', link)
        const leaves = /^https?:$/.test(link.protocol) && link.origin !== location.origin
        if (leaves && (link.target !== '_blank' || !link.relList.contains('noopener')))
          tell('a link that takes the page along', link)
      }
      for (const root of document.querySelectorAll(selector)) {
        for (const element of root.querySelectorAll('*')) {
          if (!tags.split(' ').includes(element.tagName)) tell('an element', element)
          if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') tell('a namespace', element)
          for (const { name, value } of element.attributes) {
            // Which nobody can take away from an element that was made with it; empty it names none.
            if (name === 'is' && value === '') continue
            if (!attributes.split(' ').includes(name)) tell(`an attribute ${name}`, element)
          }
          if (element.shadowRoot) tell('a shadow', element)
          if (element instanceof HTMLAnchorElement) judgeLink(element)
          if (
            element instanceof HTMLImageElement &&
            !/^(?:https?:|data:image\/(?:png|jpe?g|gif|webp);)/.test(element.src || 'https:')
          )
            tell('a picture', element)
          if (/fixed|absolute|sticky/.test(getComputedStyle(element).position))
            tell('something that lies over the page', element)
        }
        const { left, right } = root.getBoundingClientRect()
        // Slides beside the one that is seen wait outside.
        const isSlide = root.closest('li[inert]') !== null
        if (!isSlide && (left < -1 || right > clientWidth + 1)) tell('wider than the screen', root)
      }
      for (const scroller of document.querySelectorAll('html, body, main, dialog[open], dialog[open] *')) {
        const { overflowX } = getComputedStyle(scroller)
        const scrolls = scroller.tagName === 'HTML' || overflowX === 'auto' || overflowX === 'scroll'
        const isMeant = scroller.matches('table, ul')
        if (scrolls && !isMeant && scroller.scrollWidth > scroller.clientWidth + 1)
          found.push(
            `scrolls sideways: ${scroller.tagName} ${scroller.scrollWidth} > ${scroller.clientWidth}`,
          )
      }
      return found
    },
    [within, allowedTags, allowedAttributes] as const,
  )
}

/** Whether the page's own things are still what they were: nothing hides them by its name. */
export function hiddenByName(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const functions = ['getElementById', 'querySelector', 'createElement', 'addEventListener'] as const
    return [
      ...functions.filter((name) => typeof document[name] !== 'function'),
      ...(document.body instanceof HTMLBodyElement ? [] : ['body']),
      ...(typeof document.cookie === 'string' ? [] : ['cookie']),
      ...(typeof window.fetch === 'function' ? [] : ['fetch']),
      ...(window.localStorage instanceof Storage ? [] : ['localStorage']),
      ...(document.querySelectorAll('#root').length === 1 ? [] : ['root']),
      ...(document.forms.length === [...document.forms].filter((form) => form.closest('main, dialog')).length
        ? []
        : ['forms']),
    ]
  })
}
