import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './settings.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
const commands: [string, string][] = Object.entries(JSON.parse(read('package.json')).scripts)

test('a command installs what it runs on, unless it works beside a Kapao that was started, where that was done', () => {
  const bare = commands.flatMap(([name, command]) => {
    const program = /^node (\S+\.ts)/.exec(command)?.[1]
    return program !== undefined && !read(program).includes('runBeside(') ? [name] : []
  })
  expect(bare).toEqual([])
})

test('a program ends as it ended by itself, and has its own words', () => {
  const words = ['scripts/run.mjs', '-e', 'process.exit(process.argv.length)', 'one', 'two']
  const { status } = spawnSync(process.execPath, words, { cwd: repositoryRoot })
  expect(status).toBe(3)
})
