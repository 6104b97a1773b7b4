import { LanguageMenu as Languages } from '@kapao/ui/language-menu'
import { toast } from '@kapao/ui/toast'
import { switchLocale, useLocale, useText } from '../lib/i18n.ts'

export function LanguageMenu() {
  const t = useText()
  return (
    <Languages
      label={t('app.language')}
      locale={useLocale()}
      onChoose={(chosen) => void switchLocale(chosen).catch(() => toast.error(t('errors.no-network')))}
    />
  )
}
