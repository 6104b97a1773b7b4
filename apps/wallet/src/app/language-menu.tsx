import { LanguageMenu as Languages } from '@kapao/ui/language-menu'
import { toast } from '@kapao/ui/toast'
import { switchLocale, useLocale, useText } from '../lib/i18n.ts'
import styles from './app.module.css'

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

/** Alone above a page that has no bar. */
export function LanguageTop() {
  return (
    <div className={styles.languageTop}>
      <LanguageMenu />
    </div>
  )
}
