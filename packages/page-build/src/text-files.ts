/** Where the texts lie and how they become catalogues: for the build (vite-texts.ts) and the check (check-texts.ts). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { pseudoText } from './pseudo-locale.ts'
import { joinAmounts, joinWords } from './whole-words.ts'

export const textLocales = ['th', 'la', 'en'] as const
export type TextLocale = (typeof textLocales)[number]

/** Which group a feature's texts travel with; one that is not named is a group of its own, loaded with its screens and not before. */
export type TextGroups = Readonly<Record<string, string>>

export interface TextSource {
  readonly name: string
  readonly group: string
  readonly folder: string
  /** Path by language; the file may be missing, which the check reports. */
  readonly files: Readonly<Record<TextLocale, string>>
}

/** The folders of `src` that hold texts: `app`, `lib` (as `errors`, in two parts) and every feature, or folder of ui, that has one of the three files. */
export function textSources(src: string, groups: TextGroups = {}): readonly TextSource[] {
  const folders = ['features', 'ui'].flatMap((room) => foldersIn(join(src, room)))
  return [
    source('errors', join(src, 'lib'), 'errors', 'base'),
    source('errors', join(src, 'lib'), 'member-errors', 'member'),
    source('app', join(src, 'app'), 'texts', 'base'),
    ...folders.map((folder) =>
      source(basename(folder), folder, 'texts', groups[basename(folder)] ?? basename(folder)),
    ),
  ].filter(({ files }) => textLocales.some((locale) => existsSync(files[locale])))
}

function foldersIn(room: string): string[] {
  if (!existsSync(room)) return []
  const entries = readdirSync(room, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map(({ name }) => join(room, name))
}

function source(name: string, folder: string, stem: string, group: string): TextSource {
  const file = (locale: TextLocale) => join(folder, `${stem}.${locale}.json`)
  return { name, group, folder, files: { th: file('th'), la: file('la'), en: file('en') } }
}

/** As they are shown, with amounts beside their currency, and Thai and Lao words in one piece. Throws when the file is no flat object of strings. */
export function readTexts(file: string): ReadonlyMap<string, string> {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof json !== 'object' || json === null) throw new Error(`${file}: not an object`)
  const texts = new Map<string, string>()
  const language = (['th', 'la'] as const).find((one) => file.endsWith(`.${one}.json`))
  for (const [key, message] of Object.entries(json)) {
    if (typeof message !== 'string') throw new Error(`${file}: ${key} is not a text`)
    const whole = joinAmounts(message)
    texts.set(key, language ? joinWords(whole, language) : whole)
  }
  return texts
}

export function isTextGroup(sources: readonly TextSource[], group: string): boolean {
  return sources.some((one) => one.group === group)
}

/** A module that knows how to load the group in each language (@kapao/browser/texts: TextGroup). */
export function groupModule(group: string): string {
  const loaders = textLocales.map((locale) => `${locale}: () => import('virtual:texts/${group}/${locale}')`)
  return `export default { name: '${group}', ${loaders.join(', ')} }`
}

/** Throws for what @kapao/browser/message does not write: anything but values and plurals without an offset. */
export function compileText(message: string): unknown {
  const compiled: unknown = compileMessageOrThrow(message)
  requireKnownParts(compiled, message)
  return compiled
}

function requireKnownParts(compiled: unknown, message: string): void {
  if (!Array.isArray(compiled)) return
  for (const part of compiled) {
    if (!Array.isArray(part)) continue
    const [, type, forms]: unknown[] = part
    if (type === undefined) continue
    if (
      type !== 'plural' ||
      typeof forms !== 'object' ||
      forms === null ||
      Reflect.get(forms, 'offset') !== undefined
    )
      throw new Error(`a text may hold values and plurals, not: ${message}`)
    for (const form of Object.values(forms)) requireKnownParts(form, message)
  }
}

/** The compiled catalogue of a group in one language, as JSON; `disguised`: as the pseudo-locale has it. */
export function catalogue(
  sources: readonly TextSource[],
  group: string,
  locale: TextLocale,
  disguised = false,
): string {
  const messages: Record<string, unknown> = {}
  for (const { name, files, group: itsGroup } of sources) {
    if (itsGroup !== group || !existsSync(files[locale])) continue
    for (const [key, message] of readTexts(files[locale])) {
      messages[`${name}.${key}`] = compileText(disguised ? pseudoText(message) : message)
    }
  }
  return JSON.stringify(messages)
}

/** The same as a module's source: a parsed string is quicker for the browser than an object literal of this size. */
export function catalogueModule(json: string): string {
  return `export default JSON.parse(${JSON.stringify(json)})`
}
