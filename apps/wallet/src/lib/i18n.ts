/**
 * Texts in three languages on Lingui's runtime. They live beside their feature as `texts.{th,la,en}.json` (flat, ICU messages) and
 * are compiled by the build (vite-texts.ts) into one chunk per language and group; only the language and the groups in use are
 * loaded. A feature is a group of its own (but for the few that text-files.ts puts together): what loads its screen loads it too, by
 * `withTexts(bonusTexts, import(...))` with `import bonusTexts from 'virtual:text-group/bonus'`. A key is `<feature>.<key>`: `const t = useText()`, then `t('session.log-in')`. A new feature declares its own keys in a
 * `texts.d.ts` beside its texts; nothing central lists them, and check-texts.ts says what is missing.
 */
import { type Messages, setupI18n } from '@lingui/core'
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

/** How to load some features' texts, by language: the default export of `virtual:text-group/<group>`. */
export type TextGroup = Readonly<Record<Locale, () => Promise<{ default: Messages }>>>

const i18n = setupI18n({ missing: (_locale, id) => id })
const loading = new Map<TextGroup, Map<Locale, Promise<void>>>()
const stored = persistent.get(storageKeys.locale)
let wanted: Locale = isLocale(stored) ? stored : region.defaultLocale
let active: Locale = wanted
const listeners = new Set<() => void>()
let version = 0

function load(group: TextGroup, locale: Locale): Promise<void> {
  const byLocale = loading.get(group) ?? new Map<Locale, Promise<void>>()
  loading.set(group, byLocale)
  const begun = byLocale.get(locale)
  if (begun) return begun
  const started = group[locale]().then(
    (loaded) => i18n.load(locale, loaded.default),
    (failure: unknown) => {
      // So that the next attempt asks again.
      byLocale.delete(locale)
      throw failure
    },
  )
  byLocale.set(locale, started)
  return started
}

async function activateWanted(): Promise<void> {
  const locale = wanted
  await Promise.all([...loading.keys()].map((group) => load(group, locale)))
  // A slower load of a language that is no longer wanted must not win; and more texts of the language on the screen change nothing there.
  if (locale !== wanted || locale === i18n.locale) return
  active = locale
  document.documentElement.lang = htmlLang(locale)
  i18n.activate(locale)
  version += 1
  for (const listener of [...listeners]) listener()
}

/** Call before showing anything that uses the group's texts. Rejects when the chunk cannot be loaded. */
export async function loadTexts(group: TextGroup): Promise<void> {
  if (!loading.has(group)) loading.set(group, new Map())
  await activateWanted()
}

/** A screen and its texts, which travel at the same time. */
export async function withTexts<Screen>(group: TextGroup, screen: Promise<Screen>): Promise<Screen> {
  const [loaded] = await Promise.all([screen, loadTexts(group)])
  return loaded
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
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The texts of the language in use; the component is drawn anew when the language changes. */
export function useText(): Text {
  useSyncExternalStore(subscribe, () => version)
  return t
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, () => active)
}
