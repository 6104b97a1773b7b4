import { resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { fetchBeforeImport, fetchingFirst, filesBefore } from './vite-fetch-before-import.ts'

/** The files of a page that imports one part, by what is in them. */
async function built(): Promise<string> {
  const sources: Record<string, string> = {
    '/page.js': `import('/part.js').then(({ part }) => part())`,
    '/part.js': `export const part = () => document.title`,
  }
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: resolve(import.meta.dirname),
    plugins: [
      {
        name: 'sources',
        enforce: 'pre',
        resolveId: (id) => (id in sources ? `\0${id}` : null),
        load: (id) => sources[id.slice(1)] ?? null,
      },
      fetchBeforeImport(),
    ],
    build: {
      write: false,
      minify: false,
      modulePreload: { polyfill: false, resolveDependencies: filesBefore(() => false) },
      rolldownOptions: { input: '/page.js' },
    },
  })
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput
  return output.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file.code] : [])).join('\n')
}

test('a part is fetched before it is imported, though it is a single file, and a link that failed is taken away', async () => {
  const code = await built()
  expect(code).toContain('__vite__mapDeps([0])')
  expect(code).toMatch(/"assets\/part-[^"]+\.js"/)
  expect(code).toContain('fetch(dep.href)')
  expect(code).toContain('link.remove()')
})

test('another helper than the one that is known is refused', () => {
  expect(() => fetchingFirst('const link = document.createElement("a")')).toThrow('helper')
})

test('what every page begins with is not fetched again', () => {
  const before = filesBefore((file) => file === 'base.js')
  expect(before('part.js', ['base.js', 'part.js'], { hostType: 'js' })).toEqual(['part.js'])
  expect(before('part.js', [], { hostType: 'js' })).toEqual(['part.js'])
  expect(before('page.html', ['base.js'], { hostType: 'html' })).toEqual(['base.js'])
})
