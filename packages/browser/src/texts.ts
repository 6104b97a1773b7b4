/**
 * Texts in three languages. They live beside their feature as `texts.{th,la,en}.json` (flat, ICU messages) and
 * are compiled by the build (@kapao/page-build/vite-texts) into one chunk per language and group; only the language and the groups in
 * use are loaded. Each app makes its own (`lib/i18n.ts`), which says what its keys are.
 */
import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { htmlLang, type Locale } from './locale.ts'
import { type CompiledMessage, type MessageValues, writeMessage } from './message.ts'

export type TextValues = MessageValues
export type Text<Key extends string> = (key: Key, values?: TextValues) => string

/** A compiled catalogue. */
export type TextMessages = Readonly<Record<string, CompiledMessage>>

/** How to load some features' texts, by language: the default export of `virtual:text-group/<group>`. */
export type TextGroup = Readonly<Record<Locale, () => Promise<{ default: TextMessages }>>> & {
  readonly name: string
}

interface Choice {
  readonly initial: Locale
  remember(locale: Locale): void
}

const catalogues: Record<Locale, Map<string, CompiledMessage>> = {
  th: new Map(),
  la: new Map(),
  en: new Map(),
}
const loading = new Map<TextGroup, Map<Locale, Promise<void>>>()
let choice: Choice = { initial: 'en', remember: () => undefined }
let wanted: Locale = choice.initial
let active: Locale = wanted
/** Whether any language is on the screen yet. */
let isActive = false
const [subscribe, announce] = createListeners()
let version = 0

/** A page that the build has made for one address may bring its texts itself (@kapao/page-build/vite-texts). */
async function messagesOf(group: TextGroup, locale: Locale): Promise<TextMessages> {
  const inPage = document.querySelector(`[data-texts="${group.name}/${locale}"]`)?.textContent
  return inPage ? JSON.parse(inPage) : (await group[locale]()).default
}

function load(group: TextGroup, locale: Locale): Promise<void> {
  const byLocale = loading.get(group) ?? new Map<Locale, Promise<void>>()
  loading.set(group, byLocale)
  const begun = byLocale.get(locale)
  if (begun) return begun
  const started = messagesOf(group, locale).then(
    (messages) => {
      for (const [key, message] of Object.entries(messages)) catalogues[locale].set(key, message)
    },
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
  if (locale !== wanted || (isActive && locale === active)) return
  isActive = true
  active = locale
  document.documentElement.lang = htmlLang(locale)
  version += 1
  announce()
}

/** Call before showing anything that uses the group's texts. Rejects when the chunk cannot be loaded. */
async function loadTexts(group: TextGroup): Promise<void> {
  if (!loading.has(group)) loading.set(group, new Map())
  await activateWanted()
}

/** A screen and its texts, which travel at the same time. */
async function withTexts<Screen>(group: TextGroup, screen: Promise<Screen>): Promise<Screen> {
  const [loaded] = await Promise.all([screen, loadTexts(group)])
  return loaded
}

/** Switches without a reload; what was typed stays. The choice is kept even when its texts cannot be loaded just now. */
async function switchLocale(locale: Locale): Promise<void> {
  wanted = locale
  choice.remember(locale)
  await activateWanted()
}

/** A text that is missing shows its key: the check lets none through. */
const t = (key: string, values: TextValues = {}): string =>
  writeMessage(catalogues[active].get(key) ?? key, values, htmlLang(active))

/** Whether there is a text, for keys that only the running program knows, such as a code from the server. */
function isTextKey(key: string): boolean {
  return catalogues[active].has(key)
}

const currentVersion = () => version
const currentLocale = () => active

/** The texts of the language in use; the component is drawn anew when the language changes. */
function useText() {
  useSyncExternalStore(subscribe, currentVersion, currentVersion)
  return t
}

function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale, currentLocale)
}

/** Called once, by the app that this page is: its keys, in its language. */
export function createTexts<Key extends string>(chosen: Choice) {
  choice = chosen
  wanted = chosen.initial
  active = wanted
  return {
    loadTexts,
    withTexts,
    switchLocale,
    isTextKey: (key: string): key is Key => isTextKey(key),
    useText: (): Text<Key> => useText(),
    useLocale,
  }
}
