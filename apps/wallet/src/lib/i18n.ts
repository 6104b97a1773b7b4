/**
 * The wallet's texts (how they are loaded: @kapao/browser/texts). They live beside their feature as `texts.{th,la,en}.json`. A feature is a group of its own (but for the few that vite.config.ts puts together): what loads its screen loads it too, by
 * `withTexts(bonusTexts, import(...))` with `import bonusTexts from 'virtual:text-group/bonus'`. A key is `<feature>.<key>`: `const t = useText()`, then `t('session.log-in')`. A new feature declares its own keys in a
 * `texts.d.ts` beside its texts; nothing central lists them, and check-texts.ts says what is missing.
 */

import { isLocale } from '@kapao/browser/locale'
import { type Text as AnyText, createTexts } from '@kapao/browser/texts'
import type errors from './errors.en.json'
import type memberErrors from './member-errors.en.json'
import { region } from './region.ts'
import { tellServerLocale } from './server-locale.ts'
import { persistent, storageKeys } from './storage.ts'

/** Every folder of texts by its name. Features add themselves by module augmentation. */
export interface TextSources {
  errors: typeof errors & typeof memberErrors
}

export type TextKey = {
  [Source in keyof TextSources]: `${Source}.${keyof TextSources[Source] & string}`
}[keyof TextSources]

export type Text = AnyText<TextKey>

const stored = persistent.get(storageKeys.locale)
export const firstLocale = isLocale(stored) ? stored : region.defaultLocale
// What was chosen before the server was told, too.
if (isLocale(stored)) tellServerLocale(stored)

export const { loadTexts, withTexts, switchLocale, isTextKey, useText, useLocale } = createTexts<TextKey>({
  initial: firstLocale,
  remember(locale) {
    persistent.set(storageKeys.locale, locale)
    tellServerLocale(locale)
  },
})
