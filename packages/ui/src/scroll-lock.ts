export interface ScrollPage {
  /** Holds the page still and answers how to set it free again. */
  hold: () => () => void
}

/** Nested sheets each ask once; the page is held by the first and set free by the last. */
export function createScrollLock(page: ScrollPage): () => () => void {
  let holders = 0
  let release: (() => void) | null = null
  return () => {
    holders += 1
    if (holders === 1) release = page.hold()
    let held = true
    return () => {
      if (!held) return
      held = false
      holders -= 1
      if (holders > 0) return
      release?.()
      release = null
    }
  }
}

/**
 * iOS scrolls a body with overflow:hidden all the same, so the body is taken out of the flow at its place and put
 * back there afterwards. The width of a vanished scrollbar is padded, so nothing moves sideways on a desktop.
 */
const bodyPage: ScrollPage = {
  hold() {
    const { body } = document
    const { style } = body
    const top = window.scrollY
    const bar = window.innerWidth - document.documentElement.clientWidth
    const before = style.cssText
    // A larger window shows less of what is above: the page's end stays at its foot.
    const place = () => {
      style.top = `-${Math.max(0, Math.min(top, body.offsetHeight - window.innerHeight))}px`
    }
    style.position = 'fixed'
    style.left = '0'
    style.right = '0'
    style.overflow = 'hidden'
    if (bar > 0) style.paddingRight = `${bar}px`
    // Once it is as wide as before: narrower, it would be of another height.
    place()
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('resize', place)
      style.cssText = before
      window.scrollTo({ top, behavior: 'instant' })
    }
  },
}

/** Holds the page's scroll; answers the release, which may be called more than once. */
export const lockScroll = createScrollLock(bodyPage)
