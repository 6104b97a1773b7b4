/** The three languages. `la` is the product's key for Lao; to the browser it would be Latin, hence htmlLang. */
export const locales = ['th', 'la', 'en'] as const
export type Locale = (typeof locales)[number]

export function isLocale(text: string | null): text is Locale {
  return locales.some((locale) => locale === text)
}

/** The tag for `<html lang>` and Intl. */
export function htmlLang(locale: Locale): 'th' | 'lo' | 'en' {
  return locale === 'la' ? 'lo' : locale
}

/** Each language in its own words, so that it is found by who cannot read the present one. */
export const localeNames: Readonly<Record<Locale, string>> = { th: 'ไทย', la: 'ລາວ', en: 'English' }
