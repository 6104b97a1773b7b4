import type { Config } from '../environment/config.ts'

/** What is no page runs nothing, loads nothing, posts nothing and is shown in no frame, even when a browser is made to open it as one. */
const NO_PAGE = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** As above, for files that people have sent: without even an origin of their own. */
export const FILE_POLICY = `${NO_PAGE}; sandbox`

/** Nothing here asks for any of these, so nothing that gets in may. */
const NO_DEVICES = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ')

const TWO_YEARS_S = 63_072_000

/**
 * The headers of every answer, whatever it is: page, file, call, error. What knows better than these (a page its content policy, a hashed
 * file how long it may be kept) says so over them.
 */
export function safeHeaders({ production }: Pick<Config, 'production'>): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': NO_PAGE,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': NO_DEVICES,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // Production is behind TLS; a machine of one's own is not, and its browser would remember this for every port of it.
    ...(production && { 'strict-transport-security': `max-age=${TWO_YEARS_S}; includeSubDomains` }),
  }
}

/** Of a picture or a film that whoever knows its address may see: a page of another site shows it too, such as a wallet that is served from there. */
export const SHOWN_ANYWHERE = 'cross-origin'

export interface PageRules {
  readonly forms: string
  readonly frames: string
  /** The SHA-256 (base64) of each script that the built page holds itself: this text runs, and no other. */
  readonly ownScripts: readonly string[]
}

/** The content policy of a page. */
export function pagePolicy({ forms, frames, ownScripts }: PageRules): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...ownScripts.map((hash) => `'sha256-${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    // What a customer sends in the chat is seen before it has left the phone.
    "media-src 'self' blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${forms}`,
    `frame-ancestors ${frames}`,
    // No text becomes markup or a script but by these: DOMPurify's own, and those of apps/wallet that make what they hand over.
    "require-trusted-types-for 'script'",
    'trusted-types dompurify kapao-confetti kapao-picture kapao-worker',
  ].join('; ')
}
