import { htmlLang, isLocale, localeNames, locales } from '@kapao/browser/locale'
import { Menu } from '@kapao/ui/menu'
import { toast } from '@kapao/ui/toast'
import { switchLocale, useLocale, useText } from '../lib/i18n.ts'

export function LanguageMenu() {
  const t = useText()
  const locale = useLocale()
  function choose(chosen: string) {
    if (isLocale(chosen)) switchLocale(chosen).catch(() => toast.error(t('errors.no-network')))
  }
  return (
    <Menu
      label={t('app.language')}
      icon="globe"
      shown={localeNames[locale]}
      value={locale}
      onChange={choose}
      items={locales.map((one) => ({ value: one, label: localeNames[one], lang: htmlLang(one) }))}
    />
  )
}
