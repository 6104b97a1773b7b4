/** The desk's texts (how they are loaded: @kapao/browser/texts). They lie beside their feature; a key is `<feature>.<key>`. */
import { htmlLang, isLocale, type Locale, locales } from '@kapao/browser/locale'
import { type Text as AnyText, createTexts } from '@kapao/browser/texts'
import type errors from './errors.en.json'
import { persistent, storageKeys } from './storage.ts'

/** Every folder of texts by its name. Features add themselves by module augmentation. */
export interface TextSources {
  errors: typeof errors
}

export type TextKey = {
  [Source in keyof TextSources]: `${Source}.${keyof TextSources[Source] & string}`
}[keyof TextSources]

export type Text = AnyText<TextKey>

/** Who opens the desk for the first time reads it in their browser's language. */
function firstLocale(): Locale {
  const stored = persistent.get(storageKeys.locale)
  if (isLocale(stored)) return stored
  const asked = navigator.languages.flatMap((tag) =>
    locales.filter((locale) => tag.split('-')[0] === htmlLang(locale)),
  )
  return asked[0] ?? 'th'
}

export const { loadTexts, withTexts, switchLocale, isTextKey, useText, useLocale } = createTexts<TextKey>({
  initial: firstLocale(),
  remember: (locale) => persistent.set(storageKeys.locale, locale),
})
