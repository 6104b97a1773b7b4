// The words on the screen, from the same files as the apps take them: a journey says what it looks for by its key.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readTexts, textSources } from '@kapao/page-build/text-files'

export type Locale = 'th' | 'la' | 'en'
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string

export const locales: readonly Locale[] = ['th', 'la', 'en']
export const nameOfLocale: Readonly<Record<Locale, string>> = { th: 'ไทย', la: 'ລາວ', en: 'English' }

const sourcesOf = (app: string) => textSources(join(import.meta.dirname, '..', 'apps', app, 'src'))
const sources = { wallet: sourcesOf('wallet'), desk: sourcesOf('desk') }

const plainly = (text: string) => text

export function wordsIn(locale: Locale, app: 'wallet' | 'desk' = 'wallet', disguise = plainly): Words {
  const texts = new Map<string, string>()
  for (const { name, files } of sources[app]) {
    if (!existsSync(files[locale])) continue
    for (const [key, text] of readTexts(files[locale])) texts.set(`${name}.${key}`, disguise(text))
  }
  return (key, values = {}) => {
    const text = texts.get(key)
    if (text === undefined) throw new Error(`There is no text ${key} in ${locale}`)
    // ICU quotes an apostrophe by another one.
    return text.replaceAll("''", "'").replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`The text ${key} wants ${name}`)
      return String(value)
    })
  }
}
