import DOMPurify from 'dompurify'

const TAGS = [
  ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'mark'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]
const ATTRIBUTES = [
  'href',
  'src',
  'alt',
  'title',
  'lang',
  'dir',
  'width',
  'height',
  'colspan',
  'rowspan',
  'start',
]
/**
 * Pages, pictures, calls, mail and the chat app's own links; paths of this site and places on this page. A browser reads a backslash as a
 * slash, and two of either lead to another site.
 */
const ADDRESSES = /^(?:https?:|mailto:|tel:|line:|\/(?![/\\])|#|data:image\/(?:png|jpe?g|gif|webp);base64,)/i

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

type Clean = TrustedHTML | string

/** Text, lists, tables, links and pictures stay; everything that could run, style, frame or post goes. */
export function sanitize(html: string): Clean {
  return purifier.sanitize(html, {
    // The page's policy lets no plain text become markup; a browser that knows no trusted types gets a text all the same.
    RETURN_TRUSTED_TYPE: true,
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: ADDRESSES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    FORBID_CONTENTS: [
      'script',
      'style',
      'template',
      'noscript',
      'iframe',
      'svg',
      'math',
      'title',
      'textarea',
    ],
  })
}
