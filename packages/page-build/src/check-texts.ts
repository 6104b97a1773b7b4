/**
 * Finds what is wrong with the texts: a key that one language lacks, placeholders that differ between languages, messages that do
 * not compile, keys that nothing uses, uses of keys that do not exist, and features that do not declare their keys.
 * `checkTexts(root)` gives one line for each; `node check-texts.ts <app> …` prints them and exits 1 when there are any.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import {
  compileText,
  readTexts,
  type TextLocale,
  type TextSource,
  textLocales,
  textSources,
} from './text-files.ts'

export function checkTexts(root: string): readonly string[] {
  const src = join(root, 'src')
  const sources = textSources(src)
  const code = readCode(src)
  const said = quotedIn(readNeighbours(root))
  const known = new Set<string>()
  const problems = sources.flatMap((source) => {
    const missing = textLocales.filter((locale) => !existsSync(source.files[locale]))
    if (missing.length > 0)
      return missing.map((locale) => `${relative(src, source.files[locale])} is missing`)
    const texts = textsOf(source)
    for (const key of texts.en.keys()) known.add(`${source.name}.${key}`)
    return [
      ...compareLanguages(source, texts),
      ...undeclared(source, src),
      ...unused(source, texts.en, code, said),
    ]
  })
  return [...problems, ...unknownUses(sources, known, code)]
}

type Texts = Readonly<Record<TextLocale, ReadonlyMap<string, string>>>

function textsOf({ files }: TextSource): Texts {
  return { th: readTexts(files.th), la: readTexts(files.la), en: readTexts(files.en) }
}

function compareLanguages({ name }: TextSource, texts: Texts): readonly string[] {
  const keys = new Set(textLocales.flatMap((locale) => [...texts[locale].keys()]))
  return [...keys].flatMap((key) => {
    const problems: string[] = []
    const shapes = new Set<string>()
    for (const locale of textLocales) {
      const message = texts[locale].get(key)
      if (message === undefined || message.trim() === '') {
        problems.push(`${name}.${key}: no text in ${locale}`)
        continue
      }
      try {
        compileText(message)
        shapes.add([...placeholders(compileMessageOrThrow(message))].sort().join(', '))
      } catch (cause) {
        problems.push(`${name}.${key}: the ${locale} text does not compile (${String(cause)})`)
      }
    }
    if (shapes.size > 1) problems.push(`${name}.${key}: placeholders differ: ${[...shapes].join(' | ')}`)
    return problems
  })
}

function* placeholders(message: CompiledMessage): Generator<string> {
  for (const token of message) {
    if (typeof token === 'string') continue
    const [name, , choices] = token
    yield name
    if (typeof choices !== 'object' || choices === null) continue
    for (const choice of Object.values(choices)) if (Array.isArray(choice)) yield* placeholders(choice)
  }
}

function undeclared({ name, folder }: TextSource, src: string): readonly string[] {
  if (name === 'errors') return []
  const declaration = join(folder, 'texts.d.ts')
  if (existsSync(declaration)) return []
  return [`${name}: ${relative(src, declaration)} must declare its keys, as the other features' do`]
}

interface CodeFile {
  readonly path: string
  readonly text: string
}

function readCode(src: string): readonly CodeFile[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))
}

/** The other apps and the packages, whose words an app may build keys of: the contract's codes, the server's audit. */
function readNeighbours(root: string): readonly CodeFile[] {
  return [dirname(root), join(root, '..', '..', 'packages')].flatMap((room) => {
    if (!existsSync(room)) return []
    const sources = readdirSync(room).map((name) => join(room, name, 'src'))
    return sources.filter((src) => existsSync(src)).flatMap(readCode)
  })
}

/** Every short text in single quotes, which is what a union's members and a table's keys are; and names before a colon. */
function quotedIn(code: readonly CodeFile[]): ReadonlySet<string> {
  return new Set(
    code.flatMap(({ text }) =>
      [...text.matchAll(/'([\w-]+)'|\b(\w+):/g)].map(([, quoted, name]) => quoted ?? name ?? ''),
    ),
  )
}

/**
 * A key counts as used when it stands in quotes, or when a template such as `howto.${topic}-title` can give it: what would stand in
 * the template's holes must be a word of the code too, or a number.
 */
function unused(
  { name }: TextSource,
  texts: ReadonlyMap<string, string>,
  code: readonly CodeFile[],
  said: ReadonlySet<string>,
): readonly string[] {
  const all = code.map(({ text }) => text).join('\n')
  const templates = [...all.matchAll(new RegExp(`\`${name}\\.([^\`]*\\$\\{[^\`]*)\``, 'g'))].map(
    ([, template = '']) =>
      new RegExp(
        `^${template
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('(.+)')}$`,
      ),
  )
  const canGive = (key: string) => (template: RegExp) => {
    const holes = template.exec(key)?.slice(1)
    return holes?.every((word) => said.has(word) || /^\d+$/.test(word)) ?? false
  }
  return [...texts.keys()]
    .filter((key) => !all.includes(`'${name}.${key}'`) && !templates.some(canGive(key)))
    .map((key) => `${name}.${key}: nothing uses it`)
}

/** The compiler finds these too; here they are named with the file, also where a key was passed as plain text. */
function unknownUses(
  sources: readonly TextSource[],
  known: ReadonlySet<string>,
  code: readonly CodeFile[],
): readonly string[] {
  const names = sources.map(({ name }) => name).join('|')
  const use = new RegExp(`\\bt\\(\\s*'((?:${names})\\.[^']+)'`, 'g')
  return code.flatMap(({ path, text }) =>
    [...text.matchAll(use)]
      .map(([, key = '']) => key)
      .filter((key) => !known.has(key))
      .map((key) => `${path}: there is no text ${key}`),
  )
}

function main(): void {
  const problems = process.argv.slice(2).flatMap((app) => checkTexts(resolve(app)))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
