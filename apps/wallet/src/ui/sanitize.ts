import DOMPurify from 'dompurify'
import { ADDRESSES, settings } from './sanitizer-settings.ts'

// An own instance: its hook must not reach another user of the library.
const purifier = DOMPurify(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A') {
    const address = node.getAttribute('href') ?? ''
    if (/^data:/i.test(address)) node.removeAttribute('href')
    // Elsewhere opens elsewhere, so that a half-filled screen is not lost; calls and own pages open as they do.
    if (/^https?:/i.test(address)) {
      node.setAttribute('target', '_blank')
      node.setAttribute('rel', 'noopener noreferrer nofollow')
    }
  }
  if (node.nodeName === 'IMG') {
    // The library lets every data: address into a picture, an SVG too.
    if (!ADDRESSES.test(node.getAttribute('src') ?? '')) node.removeAttribute('src')
    node.setAttribute('loading', 'lazy')
    node.setAttribute('referrerpolicy', 'no-referrer')
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '')
  }
})

export function sanitize(html: string): TrustedHTML | string {
  return purifier.sanitize(html, settings)
}
