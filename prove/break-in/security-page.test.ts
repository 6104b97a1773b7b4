// docs/security.md says of each requirement how it is met and by what: of every one, and of nothing that is not there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../scripts/settings.ts'

const page = readFileSync(join(repositoryRoot, 'docs', 'security.md'), 'utf8')

/** The requirements of levels 1 and 2 of ASVS 5.0.0, as section and numbers. Those that are left out are of level 3. */
const REQUIREMENTS = [
  '1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6',
  '3.5.1-5 3.7.1-2 4.1.1-3 4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4',
  '6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3',
  '8.3.1 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2',
  '11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1 12.1.1-3 12.2.1-2 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2',
  '13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3',
  '16.5.1-3 17.1.1 17.2.1-4 17.3.1-2',
].flatMap((line) =>
  line.split(' ').flatMap((one) => {
    const [, section = '', numbers = ''] = /^(\d+\.\d+)\.(.*)$/.exec(one) ?? []
    return numbers.split(',').flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`)
    })
  }),
)

interface Row {
  readonly numbers: readonly string[]
  readonly state: string
  readonly why: string
}

const rows: readonly Row[] = [
  ...page.matchAll(/^\| (\d+\.\d+\.\d+[\d., ]*) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, numbers = '', state = '', why = '']) => ({ numbers: numbers.split(', '), state, why }))

it('every requirement of levels 1 and 2 has its line, once', () => {
  expect(REQUIREMENTS).toHaveLength(253)
  expect(rows.flatMap(({ numbers }) => numbers).toSorted()).toEqual(REQUIREMENTS.toSorted())
})

it('each is met, not applicable or open, and says where or why', () => {
  for (const { numbers, state, why } of rows) {
    expect([numbers, state]).toEqual([numbers, expect.stringMatching(/^(met|n\/a|open)$/)])
    expect(why.trim()).not.toBe('')
  }
})

it('the sums in the first lines are those of the lines below', () => {
  const count = (state: string) =>
    rows.filter((row) => row.state === state).reduce((sum, { numbers }) => sum + numbers.length, 0)
  expect(page).toContain(
    `${count('met')} are met, ${count('n/a')} are about what is not here (n/a), and ${count('open')} are open`,
  )
})

it('every file that it names is there, and every command', () => {
  const named = [...page.matchAll(/`((?:apps|packages|e2e|docs|deploy|scripts|prove|ops)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(150)
  expect([...new Set(named)].filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([])
  const attacks = readFileSync(join(repositoryRoot, 'prove', 'break-in.ts'), 'utf8')
  const only = [...page.matchAll(/--only ([a-z-]+)`/g)].map(([, name = '']) => name)
  const files = [...attacks.matchAll(/from '\.(\/break-in\/[\w-]+\.ts)'/g)].map(([, path = '']) =>
    readFileSync(join(repositoryRoot, 'prove', path), 'utf8'),
  )
  const missing = only.filter((name) => !files.some((source) => source.includes(`name: '${name}'`)))
  expect(missing).toEqual([])
})
