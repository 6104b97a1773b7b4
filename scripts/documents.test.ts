// The documents lead to what is there, and every decision can be found.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './settings.ts'

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: repositoryRoot })]
const read = (page: string) => readFileSync(join(repositoryRoot, page), 'utf8')

/** Places in this repository that a page links to, as they are from its root. */
function linksOf(page: string): string[] {
  return [...read(page).matchAll(/\]\((?!\w+:|#)([^)#]+)[^)]*\)/g)].map(([, path = '']) =>
    join(dirname(page), path),
  )
}

test.each(pages)('%s links to nothing that is not there', (page) => {
  expect(linksOf(page).filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([])
})

test('docs/contributing.md names no file that is not there', () => {
  const named = [...read('docs/contributing.md').matchAll(/`([\w-]+\/[\w./-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([])
})

test('every decision has one line in their list', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| \[[\w-]+\]\(([\w-]+\.md)\) \|/gm)].map(
    ([, page]) => page,
  )
  const written = pages
    .filter((page) => page.startsWith('docs/decisions/') && basename(page) !== 'README.md')
    .map((page) => basename(page))
  expect(listed.toSorted()).toEqual(written.toSorted())
})
