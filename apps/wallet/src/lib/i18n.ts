/**
 * Texts in three languages on Lingui's runtime. They live beside their feature as `texts.{th,la,en}.json` (flat, ICU messages) and
 * are compiled by the build (vite-texts.ts) into one chunk per language and group; only the language and the groups in use are
 * loaded. A key is `<feature>.<key>`: `const t = useText()`, then `t('session.log-in')`. A new feature declares its own keys in a
 * `texts.d.ts` beside its texts; nothing central lists them, and check-texts.ts says what is missing.
 */
import { setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import type errors from './errors.en.json'
import { htmlLang, isLocale, type Locale } from './locale.ts'
import type memberErrors from './member-errors.en.json'
import { region } from './region.ts'
import { persistent, storageKeys } from './storage.ts'

/** Every folder of texts by its name. Features add themselves by module augmentation. */
export interface TextSources {
  errors: typeof errors & typeof memberErrors
}

export type TextKey = {
  [Source in keyof TextSources]: `${Source}.${keyof TextSources[Source] & string}`
}[keyof TextSources]

export type TextValues = Readonly<Record<string, string | number>>
export type Text = (key: TextKey, values?: TextValues) => string

/** What every page needs, what the other pages of visitors do, and what only a member does (text-files.ts says which feature is where). */
export type TextGroup = 'base' | 'visitor' | 'member'

const catalogues = {
  base: {
    th: () => import('virtual:texts/base/th'),
    la: () => import('virtual:texts/base/la'),
    en: () => import('virtual:texts/base/en'),
  },
  visitor: {
    th: () => import('virtual:texts/visitor/th'),
    la: () => import('virtual:texts/visitor/la'),
    en: () => import('virtual:texts/visitor/en'),
  },
  member: {
    th: () => import('virtual:texts/member/th'),
    la: () => import('virtual:texts/member/la'),
    en: () => import('virtual:texts/member/en'),
  },
}

const i18n = setupI18n({ missing: (_locale, id) => id })
const loading = new Map<string, Promise<void>>()
const groupsInUse = new Set<TextGroup>()
const stored = persistent.get(storageKeys.locale)
let wanted: Locale = isLocale(stored) ? stored : region.defaultLocale
let active: Locale = wanted
let version = 0
i18n.on('change', () => {
  version += 1
})

function load(locale: Locale, group: TextGroup): Promise<void> {
  const name = `${locale}/${group}`
  const begun = loading.get(name)
  if (begun) return begun
  const started = catalogues[group][locale]().then(
    (loaded) => i18n.load(locale, loaded.default),
    (failure: unknown) => {
      // So that the next attempt asks again.
      loading.delete(name)
      throw failure
    },
  )
  loading.set(name, started)
  return started
}

async function activateWanted(): Promise<void> {
  const locale = wanted
  await Promise.all([...groupsInUse].map((group) => load(locale, group)))
  // A slower load of a language that is no longer wanted must not win.
  if (locale !== wanted) return
  active = locale
  document.documentElement.lang = htmlLang(locale)
  i18n.activate(locale)
}

/** Call before showing anything that uses the group's texts. Rejects when the chunk cannot be loaded. */
export async function loadTexts(group: TextGroup): Promise<void> {
  groupsInUse.add(group)
  await activateWanted()
}

/** Switches without a reload; what was typed stays. The choice is kept even when its texts cannot be loaded just now. */
export async function switchLocale(locale: Locale): Promise<void> {
  wanted = locale
  persistent.set(storageKeys.locale, locale)
  await activateWanted()
}

const t: Text = (key, values) => i18n._(key, values)

/** Whether there is a text, for keys that only the running program knows, such as a code from the server. */
export function isTextKey(key: string): key is TextKey {
  return key in i18n.messages
}

function subscribe(changed: () => void): () => void {
  return i18n.on('change', changed)
}

/** The texts of the language in use; the component is drawn anew when the language changes. */
export function useText(): Text {
  useSyncExternalStore(subscribe, () => version)
  return t
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, () => active)
}
