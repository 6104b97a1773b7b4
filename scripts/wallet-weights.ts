// The budgets of the wallet's pages, and what of a build belongs to which.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A part of Vite's manifest: by its source, or by `_<file>` where several sources became one file. */
export type Chunks = Readonly<Record<string, Chunk>>

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly isDynamicEntry?: boolean
}

export interface Weight {
  readonly name: string
  readonly bytes: number
  readonly budget: number
}

/** 1 KB is 1,000 bytes. */
const KB = 1_000
const LOGIN = 72 * KB
const HOME = 95 * KB
/** Every other page and sheet, over the page that it is opened from. */
const PART = 15 * KB

/** What is opened from another part than home. */
const openedFrom: Readonly<Record<string, string>> = {
  'src/features/bonus/cancel-bonus.tsx': 'src/features/bonus/bonus-page.tsx',
  'src/features/bonus/offer-sheet.tsx': 'src/features/bonus/bonus-page.tsx',
  'src/features/chat/message-list.tsx': 'src/features/chat/chat.tsx',
  'src/features/chat/uploads.ts': 'src/features/chat/chat.tsx',
  'src/lib/socket-client.ts': 'src/features/chat/chat.tsx',
  'src/features/deposit/accounts-way.tsx': 'src/features/deposit/deposit-sheet.tsx',
  'src/features/deposit/qr-way.tsx': 'src/features/deposit/deposit-sheet.tsx',
  'src/features/slip/slip-way.tsx': 'src/features/deposit/deposit-sheet.tsx',
  'src/features/truelink/truelink-way.tsx': 'src/features/deposit/deposit-sheet.tsx',
  'src/features/slip/slips-sheet.tsx': 'src/features/statement/statement-page.tsx',
  'src/features/spin/claim-dialog.tsx': 'src/features/spin/spin-page.tsx',
  'src/features/spin/prize-sheet.tsx': 'src/features/spin/spin-page.tsx',
}

const locales = ['th', 'la', 'en'] as const
type Locale = (typeof locales)[number]
/** What /login is painted from, in one answer: the first that a new connection can carry. */
const DRAWN = 14 * KB

/** In brotli bytes: every page, sheet and part of a production build that is loaded by itself, and /login as it is drawn. */
export function weighBuild(folder: string): readonly Weight[] {
  const chunks: Chunks = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
  const bytesOf = (file: string) => readFileSync(join(folder, `${file}.br`)).length
  const drawn = locales.map((locale) => `login.${locale}.html`)
  return [
    ...weighWallet(chunks, bytesOf),
    ...drawn.map((name) => ({ name, bytes: bytesOf(name), budget: DRAWN })),
  ]
}

export function weighWallet(chunks: Chunks, bytesOf: (file: string) => number): readonly Weight[] {
  const weigh = (files: ReadonlySet<string>) =>
    [...files].reduce((sum, key) => sum + bytesOf(chunkOf(chunks, key).file), 0)
  const heaviest = (filesIn: (locale: Locale) => ReadonlySet<string>) =>
    Math.max(...locales.map((locale) => weigh(filesIn(locale))))
  const login = (locale: Locale) =>
    closure(chunks, [
      named(chunks, 'base'),
      named(chunks, 'react-dom'),
      keyOf(chunks, `virtual:texts/base/${locale}`),
      named(chunks, 'later'),
    ])
  const home = (locale: Locale) =>
    closure(chunks, [
      ...login(locale),
      named(chunks, 'member'),
      keyOf(chunks, `virtual:texts/member/${locale}`),
    ])
  const loadedBy = (part: string, locale: Locale) => {
    const own = `virtual:texts/${/features\/([\w-]+)/.exec(part)?.[1]}/${locale}`
    return closure(chunks, [part, ...Object.keys(chunks).filter((key) => key.endsWith(own))])
  }
  const over = (page: typeof login, part: string) => (locale: Locale) => {
    const opener = openedFrom[part]
    const before = new Set([...page(locale), ...(opener ? loadedBy(opener, locale) : [])])
    return new Set([...loadedBy(part, locale)].filter((key) => !before.has(key)))
  }
  const parts = Object.keys(chunks).filter(
    (key) => chunkOf(chunks, key).isDynamicEntry && !key.includes('virtual:'),
  )
  return [
    { name: '/login', bytes: heaviest(login), budget: LOGIN },
    { name: '/user/home', bytes: heaviest(home), budget: HOME },
    ...parts.map((part) => {
      const page = /features\/(register|howto|surroundings)\//.test(part) ? login : home
      return { name: part, bytes: heaviest(over(page, part)), budget: PART }
    }),
  ]
}

export function overBudget(weights: readonly Weight[]): readonly string[] {
  return weights
    .filter(({ bytes, budget }) => bytes > budget)
    .map(
      ({ name, bytes, budget }) => `${name}: ${bytes} bytes, ${bytes - budget} over its budget of ${budget}`,
    )
}

/** With all that they import, and so on. */
function closure(chunks: Chunks, keys: Iterable<string>, found = new Set<string>()): ReadonlySet<string> {
  for (const key of keys) {
    if (found.has(key)) continue
    found.add(key)
    closure(chunks, chunkOf(chunks, key).imports ?? [], found)
  }
  return found
}

/** Throws where nothing is called so: a budget of what is no more there would be kept by everything. */
function chunkOf(chunks: Chunks, key: string): Chunk {
  const chunk = chunks[key]
  if (chunk === undefined) throw new Error(`The build has no ${key}`)
  return chunk
}

/** The key of what no file is the source of: Vite puts the way from the build's folder before it. */
function keyOf(chunks: Chunks, source: string): string {
  return Object.keys(chunks).find((key) => key.endsWith(source)) ?? source
}

/** The key of a group of sources (vite.config.ts). */
function named(chunks: Chunks, name: string): string {
  return Object.keys(chunks).find((key) => chunks[key]?.name === name && key.endsWith('.js')) ?? name
}
