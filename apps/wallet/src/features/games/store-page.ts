/**
 * The web's address of what a phone finds in its store by an address of its own: it opens the store on that phone, too, and something on
 * any other. What names no store stays as it is.
 */
export function storePage(address: string | null): string | null {
  return (
    address
      ?.replace(/^market:\/\/details/i, 'https://play.google.com/store/apps/details')
      .replace(/^itms-appss?:\/\//i, 'https://') ?? null
  )
}
