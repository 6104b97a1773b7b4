/** The server draws /login in this language the next time; nothing else goes by it. */
export function tellServerLocale(locale: string): void {
  // Over TLS it comes over nothing else again, and no other host can write it. Over plain HTTP, for a try, a browser takes none of that kind.
  const [prefix, only] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', '']
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the oldest browsers served
    document.cookie = `${prefix}locale=${locale}; path=/; max-age=31536000; samesite=lax${only}`
  } catch {
    // A sandboxed frame: there it gets the plain page.
  }
}
