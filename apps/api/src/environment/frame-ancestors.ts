/** A scheme, or a host with what may stand around it, as CSP 3 writes them (frame-ancestors, §6.4.2). */
const SCHEME = /^[a-z][a-z0-9+.-]*:$/i
const HOST =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(?:\d+|\*))?(?:\/[^\s;,?#'"]*)?$/i

function isSource(text: string): boolean {
  // Without their quotes these would be hosts of that name, which nobody means.
  if (/^(?:self|none)$/i.test(text)) return false
  return /^'self'$/i.test(text) || SCHEME.test(text) || HOST.test(text)
}

/**
 * The list of who may show a page in a frame, with single spaces between; null where a browser would read something else in it: the
 * end of the directive, another policy, or a word that it passes over.
 */
export function readFrameAncestors(text: string): string | null {
  const sources = text.split(' ').filter((source) => source !== '')
  if (sources.length === 1 && /^'none'$/i.test(sources[0] ?? '')) return "'none'"
  return sources.length > 0 && sources.every(isSource) ? sources.join(' ') : null
}
