import '@kapao/ui/tokens.css'
import '@kapao/ui/base.css'
import '@kapao/ui/fonts-th.css'
import '@kapao/ui/fonts-lo.css'
import { IconButton } from '@kapao/ui/icon-button'
import { Menu } from '@kapao/ui/menu'
import { Toaster } from '@kapao/ui/toast'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BottomMenu } from '../src/ui/bottom-menu.tsx'
import { Page } from '../src/ui/page.tsx'
import { Segmented } from '../src/ui/segmented.tsx'
import { TopBar } from '../src/ui/top-bar.tsx'
import { Amounts, Buttons, Choices, Fields, Icons } from './controls.tsx'
import styles from './gallery.module.css'
import { Layers } from './layers.tsx'
import { type Lang, samples } from './samples.ts'
import { Amount, Games, Lists, OperatorHtml, States } from './shows.tsx'

const asked = new URLSearchParams(location.search)
const isLang = (text: string | null): text is Lang => text !== null && text in samples
const themes = [
  { value: 'dark', label: 'dark' },
  { value: 'light', label: 'light' },
] as const

function Gallery() {
  const first = asked.get('lang')
  const [lang, setLang] = useState<Lang>(isLang(first) ? first : 'th')
  const [theme, setTheme] = useState<'dark' | 'light'>(asked.get('theme') === 'light' ? 'light' : 'dark')
  const s = samples[lang]

  useEffect(() => {
    document.documentElement.lang = lang
    document.documentElement.dataset.theme = theme
  }, [lang, theme])

  const icons = ['user', 'rules', 'statement', 'chat'] as const
  return (
    <Page
      top={
        <TopBar
          title={<h1>{s.title}</h1>}
          end={
            <>
              <Menu
                label="Language"
                icon="globe"
                items={Object.entries(samples).map(([value, { name }]) => ({
                  value,
                  label: name,
                  lang: value,
                }))}
                value={lang}
                onChange={(value) => {
                  if (isLang(value)) setLang(value)
                }}
              />
              <IconButton name="logout" label={s.cancel} />
            </>
          }
        />
      }
      bottom={
        <BottomMenu
          label={s.title}
          items={icons.map((icon, index) => ({
            key: icon,
            icon,
            label: s.menu[index] ?? '',
            href: '#root',
            current: index === 2,
            news: index === 3 ? s.states[3] : undefined,
          }))}
          home={{ key: 'home', icon: 'home', label: s.menu[4], href: '#root' }}
        />
      }
    >
      <div className={styles.tools}>
        <Segmented label="Theme" hideLabel options={themes} value={theme} onChange={setTheme} />
      </div>
      <Buttons s={s} />
      <Fields s={s} />
      <Amounts s={s} />
      <Choices s={s} />
      <Amount s={s} />
      <Lists s={s} />
      <States s={s} />
      <Layers s={s} />
      <Games s={s} />
      <OperatorHtml s={s} />
      <Icons />
      <Toaster closeLabel={s.cancel} />
    </Page>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
