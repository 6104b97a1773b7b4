/** What DOMPurify is told with every text: the page's build leaves out of the library what these never reach. */
import type { Config } from 'dompurify'

/**
 * Pages, pictures, calls, mail and the chat app's own links; paths of this site and places on this page. A browser reads a backslash as a
 * slash, and two of either lead to another site.
 */
export const ADDRESSES =
  /^(?:https?:|mailto:|tel:|line:|\/(?![/\\])|#|data:image\/(?:png|jpe?g|gif|webp);base64,)/i

/** Text, lists, tables, links and pictures stay; everything that could run, style, frame or post goes. */
export const settings = {
  // The page's policy lets no plain text become markup; a browser that knows no trusted types gets a text all the same.
  RETURN_TRUSTED_TYPE: true,
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'mark'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: [
    ...['href', 'src', 'alt', 'title', 'lang', 'dir', 'width', 'height', 'colspan', 'rowspan', 'start'],
  ],
  ALLOWED_URI_REGEXP: ADDRESSES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: [
    ...['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'math', 'title', 'textarea'],
  ],
} satisfies Config
