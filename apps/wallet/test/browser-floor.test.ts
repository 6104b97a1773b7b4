import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The oldest browsers served are Chrome 100 and Safari 15.4 (docs/performance.md). The bundler lowers the language to them, not what it calls.
const repository = join(import.meta.dirname, '..', '..', '..')
const folders = ['apps/wallet/src', 'packages/ui/src', 'packages/browser/src', 'packages/chat-view/src']
const files = folders.flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(folder, file),
  ),
)
const read = (file: string) => readFileSync(join(repository, file), 'utf8')
const scripts = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$/.test(file))
const sheets = files.filter((file) => file.endsWith('.css'))

const younger = [
  /\.(toSorted|toReversed|toSpliced|isWellFormed|checkVisibility|requestClose|setHTML)\(/,
  /\b(Object|Map)\.groupBy\b|\bPromise\.(withResolvers|try)\b|\bArray\.fromAsync\b|\bURL\.(canParse|parse)\b/,
  /\bAbortSignal\.(timeout|any)\b|\bOffscreenCanvas\b|\bCompressionStream\b|\bstartViewTransition\b|\bcookieStore\b/,
  // Safari has had these since 16.4 only.
  /\(\?<[=!]/,
]

test('no script calls what the oldest browsers served have not', () => {
  const found = scripts.flatMap((file) => {
    const code = read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return younger.flatMap((one) => one.exec(code)?.map((call) => `${file}: ${call}`) ?? [])
  })
  expect(found).toEqual([])
})

/** What such a browser drops: it has a query around it, or after its rule what stands in for it. */
function dropped(css: string): readonly string[] {
  const within = (query: string) => css.includes(`@supports ${query}`)
  return [/^ *([\w-]+: [^;\n]*\d[dsl]vh\b[^;\n]*);/m, /^ *(overflow(?:-[xy])?: [^;\n]*\bclip);/m].flatMap(
    (one) => {
      const found = one.exec(css)?.[1]
      const query = found?.startsWith('overflow') ? '(overflow: clip)' : '(height: 100dvh)'
      return found && !within(query) && !within(`not ${query}`) ? [found] : []
    },
  )
}

test('a length or a clipping that they do not know has something that stands in for it', () => {
  expect(sheets.flatMap((file) => dropped(read(file)).map((line) => `${file}: ${line}`))).toEqual([])
  expect(dropped('.a {\n  height: 50dvh;\n}')).toEqual(['height: 50dvh'])
})
