/**
 * Opening another site. In-app browsers (LINE, Facebook, Instagram, TikTok) refuse pop-ups or navigate the same tab, so there the
 * page itself goes; LINE is asked to hand the link to the real browser.
 */
const inAppBrowser = /\bLine\/|FBAN|FBAV|FB_IAB|Instagram|musical_ly|TikTok|BytedanceWebview/i

export function isInAppBrowser(userAgent = navigator.userAgent): boolean {
  return inAppBrowser.test(userAgent)
}

export function externalUrl(url: string, userAgent = navigator.userAgent): string {
  if (!/\bLine\//i.test(userAgent)) return url
  const target = new URL(url, location.href)
  target.searchParams.set('openExternalBrowser', '1')
  return target.href
}

export interface OpeningWindow {
  go(url: string): void
  /** Goes there by a posted form: the login of the one provider that has no link. */
  post(action: string, fields: Readonly<Record<string, string>>): void
  /** Closes the empty window again when there is nothing to show after all. */
  giveUp(): void
}

/**
 * Call it inside the tap, before any await: a window that is opened later is blocked. The address may come later. When the
 * window is refused, or in an in-app browser, the page itself goes there.
 */
export function openWindow(): OpeningWindow {
  const opened = isInAppBrowser() ? null : window.open('', '_blank')
  // The new page must not be able to steer this one.
  if (opened) opened.opener = null
  return {
    go(url) {
      if (opened && !opened.closed) opened.location.replace(url)
      else location.assign(externalUrl(url))
    },
    post(action, fields) {
      // The empty window is still of our origin; without one the form replaces this page.
      postForm(opened && !opened.closed ? opened.document : document, action, fields)
    },
    giveUp() {
      opened?.close()
    },
  }
}

function postForm(page: Document, action: string, fields: Readonly<Record<string, string>>): void {
  const form = page.createElement('form')
  form.method = 'post'
  form.action = action
  for (const [name, value] of Object.entries(fields)) {
    const field = page.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  page.body.append(form)
  // A field may be named "submit"; the form's own method is what is meant.
  HTMLFormElement.prototype.submit.call(form)
}
