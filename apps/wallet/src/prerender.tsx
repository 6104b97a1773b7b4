/**
 * Draws /login without a browser, for the build (vite-prerender.ts). What a browser would tell is what a first visit has: nothing stored, no
 * query. Whatever the page draws otherwise comes with an effect, when the scripts are there.
 */
import type { Locale } from '@kapao/browser/locale'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

const root = { lang: '' }
Object.assign(globalThis, {
  document: { documentElement: root, querySelector: () => null },
  location: { pathname: '/login', search: '' },
})

export async function drawLogin(locale: Locale): Promise<{ html: string; lang: string; title: string }> {
  // After the stand-ins: some files look at them as soon as they are loaded.
  const [{ App }, { loadTexts, switchLocale, useText }, texts] = await Promise.all([
    import('./app/app.tsx'),
    import('./lib/i18n.ts'),
    import('virtual:text-group/base'),
  ])
  await loadTexts(texts.default)
  await switchLocale(locale)
  function Title() {
    const t = useText()
    return `${t('app.menu-home')} · ${t('app.name')}`
  }
  const html = renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  return { html, lang: root.lang, title: renderToString(<Title />) }
}
