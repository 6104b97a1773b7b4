import { htmlLang, isLocale, type Locale, localeNames, locales } from '@kapao/browser/locale'
import { Menu } from './menu.tsx'

interface LanguageMenuProps {
  label: string
  locale: Locale
  onChoose: (locale: Locale) => void
}

/** Each language in its own words: whoever cannot read the page finds theirs. */
export function LanguageMenu({ label, locale, onChoose }: LanguageMenuProps) {
  return (
    <Menu
      label={label}
      icon="globe"
      shown={localeNames[locale]}
      value={locale}
      onChange={(chosen) => {
        if (isLocale(chosen)) onChoose(chosen)
      }}
      items={locales.map((one) => ({ value: one, label: localeNames[one], lang: htmlLang(one) }))}
    />
  )
}
