/**
 * Draws /login and home without a browser, for the build (vite-prerender.ts). What a browser would tell is what a first visit has: nothing stored but, for
 * home, that somebody is logged in; no query, and no answer yet. Whatever the page draws otherwise comes with an effect, when the scripts are there.
 */
import type { Locale } from '@kapao/browser/locale'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

const root = { lang: '' }
const location = { pathname: '/login', search: '' }
Object.assign(globalThis, { document: { documentElement: root, querySelector: () => null }, location })

export type DrawnPath = '/login' | '/user/home'

export async function draw(
  path: DrawnPath,
  locale: Locale,
): Promise<{ html: string; lang: string; title: string }> {
  // After the stand-ins: some files look at them as soon as they are loaded.
  const [{ App }, { preloadPage }, { loadTexts, switchLocale, useText }, { storeToken }, texts] =
    await Promise.all([
      import('./app/app.tsx'),
      import('./app/pages.ts'),
      import('./lib/i18n.ts'),
      import('./lib/session-token.ts'),
      import('virtual:text-group/base'),
    ])
  location.pathname = path
  if (path === '/user/home') storeToken('drawn', false)
  await Promise.all([loadTexts(texts.default), preloadPage(path)])
  await switchLocale(locale)
  function Title() {
    const t = useText()
    return path === '/login' ? `${t('app.menu-home')} · ${t('app.name')}` : t('app.name')
  }
  const html = renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  return { html, lang: root.lang, title: renderToString(<Title />) }
}
