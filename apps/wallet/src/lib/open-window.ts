/**
 * Opening another site. In-app browsers (LINE, Facebook, Instagram, TikTok, and what any app of Android shows the web in) refuse pop-ups or
 * navigate the same tab, so there the page itself goes; LINE is asked to hand the link to the real browser. Any other browser that refuses the
 * window may be in a frame that the other site does not show itself in, so there the player gets a link to tap (by-hand.ts).
 */
import { type ByHand, offerByHand } from './by-hand.ts'
import { isAndroidView, isInAppBrowser } from './in-app-browser.ts'
import { externalUrl } from './way-out.ts'

/**
 * An answer may say anything; a window of ours only ever goes to a web page. Nothing at all, or a word such as "none", is no address, though a
 * browser takes both for one: of this very page, or of one beside it.
 */
export function isWebPage(url: string): boolean {
  if (!/^(?:https?:\/)?\/./i.test(url)) return false
  try {
    return /^https?:$/.test(new URL(url, globalThis.location?.href).protocol)
  } catch {
    return false
  }
}

export interface OpeningWindow {
  /** False, and nothing happens, when the address is no web page's. */
  go(url: string): boolean
  /** Posts a form there, as a page of that site would; false as above. */
  post(action: string, fields: Readonly<Record<string, string>>): boolean
  /** Closes the empty window again when there is nothing to show after all. */
  giveUp(): void
  /** Whoever tapped has gone on to something else: it goes where it was to go in a window of its own alone, and takes away no page. */
  leave(): void
}

/**
 * Call it inside the tap, before any await: a window that is opened later is blocked. The address may come later; `waiting` is what
 * the empty window says until then.
 */
export function openWindow(waiting = ''): OpeningWindow {
  const answered = isInAppBrowser() || isAndroidView() ? window : window.open('', '_blank')
  // A browser without windows answers with the page's own, or with the one that its frame is in.
  const isOwn = answered === window || answered === window.top
  const opened = isOwn ? null : answered
  if (opened) {
    // The new page must not be able to steer this one.
    opened.opener = null
    sayWaiting(opened.document, waiting)
  }
  let isLeft = false
  const goOrOffer = isOwn ? goHere : offerByHand
  const usable = () => (opened && !opened.closed ? opened : null)
  return {
    go(url) {
      if (!isWebPage(url)) return false
      const target = usable()
      if (target) target.location.replace(url)
      else if (!isLeft) goOrOffer({ kind: 'open', url })
      return true
    },
    post(action, fields) {
      if (!isWebPage(action)) return false
      // From inside the new window: a form aimed at it by name would not find it once it has no opener.
      const target = usable()
      if (target) submitForm(target.document, action, fields)
      else if (!isLeft) goOrOffer({ kind: 'post', url: action, fields })
      return true
    },
    giveUp() {
      opened?.close()
    },
    leave() {
      isLeft = true
    },
  }
}

type Elsewhere = Exclude<ByHand, { kind: 'copy' }>

/** This page itself leaves. */
export function goHere(where: Elsewhere): void {
  if (where.kind === 'open') location.assign(externalUrl(where.url))
  else submitForm(document, where.url, where.fields)
}

function sayWaiting(page: Document, waiting: string): void {
  page.title = waiting
  page.body.textContent = waiting
  // The page has no styles of its own yet: it takes this one's.
  const { backgroundColor, color } = getComputedStyle(document.body)
  page.body.style.cssText = `margin:0;min-height:100vh;display:grid;place-items:center;background:${backgroundColor};color:${color};font:18px system-ui,sans-serif`
}

function submitForm(page: Document, action: string, fields: Readonly<Record<string, string>>): void {
  const form = page.createElement('form')
  form.method = 'post'
  form.action = new URL(action, location.href).href
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = page.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  page.body.append(form)
  // Not form.submit: a field of that name would take its place.
  HTMLFormElement.prototype.submit.call(form)
}
