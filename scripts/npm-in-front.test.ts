import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { repositoryRoot } from './settings.ts'

/** What `words` find in front of them when they are a script of an npm whose own parent is this process, and that npm's pid. */
function seenBehindNpm(words: string): { inFront: string; npm: string; me: string } {
  const stand = `process.title = 'npm start'
    const { stdout } = require('node:child_process').spawnSync('/bin/sh', ['-c', ${JSON.stringify(words)}], { encoding: 'utf8' })
    process.stdout.write(stdout.trim() + ',' + process.pid + ',' + process.ppid)`
  const { stdout } = spawnSync(process.execPath, ['-e', stand], { cwd: repositoryRoot, encoding: 'utf8' })
  const [inFront = '', npm = '', me = ''] = stdout.split(',')
  return { inFront, npm, me }
}

const look = `"${process.execPath}" --input-type=module -e "console.log((await import('./scripts/npm-in-front.mjs')).readInFront())"`

// The shell that somebody typed the command into may end, by a log-out, and Kapao goes on.
test('npm alone stands in front where it is the parent, as package.json starts it', () => {
  const { inFront, npm, me } = seenBehindNpm(`exec ${look}`)
  expect(me).toBe(String(process.pid))
  expect(inFront).toBe(npm)
})

test('a shell between is seen through as far as npm, which may be killed alone', () => {
  const { inFront, npm } = seenBehindNpm(`${look}; true`)
  expect(inFront).toMatch(new RegExp(`^\\d+ ${npm}$`))
})
