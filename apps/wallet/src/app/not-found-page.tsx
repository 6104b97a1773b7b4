import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { usePageTitle } from './use-page-title.ts'

export function NotFoundPage() {
  const t = useText()
  usePageTitle(t('app.not-found-title'))
  return (
    <Page centered>
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
