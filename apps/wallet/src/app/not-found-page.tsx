import { Button } from '@kapao/ui/button'
import { EmptyState } from '@kapao/ui/states'
import { useText } from '../lib/i18n.ts'
import { Page } from '../ui/page.tsx'
import { LanguageTop } from './language-menu.tsx'
import { usePageTitle } from './use-page-title.ts'

export function NotFoundPage() {
  const t = useText()
  usePageTitle(t('app.not-found-title'))
  return (
    <Page centered top={<LanguageTop />}>
      <EmptyState
        isPage
        icon="search"
        title={t('app.not-found-title')}
        action={<Button href="/user">{t('app.to-home')}</Button>}
      >
        {t('app.not-found-text')}
      </EmptyState>
    </Page>
  )
}
