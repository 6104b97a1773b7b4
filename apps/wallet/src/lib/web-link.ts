const hasScheme = /^https?:\/\//i
const bareHost = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?$/i

/** Where an address leads that an operator wrote, perhaps without its `https://`; null for what is no web page's. */
export function webLink(written: string): string | null {
  const text = written.trim()
  if (hasScheme.test(text)) return text
  return bareHost.test(text) ? `https://${text}` : null
}
