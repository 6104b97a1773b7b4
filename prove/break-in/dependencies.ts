// What others have written and we run: each package is the very one that was chosen, and none is known to be weak.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { repositoryRoot } from '../../scripts/settings.ts'
import { type Attack, type Ground, LeftOut } from './attack.ts'

const lockFile = v.object({
  packages: v.record(
    v.string(),
    v.object({
      link: v.optional(v.boolean()),
      integrity: v.optional(v.string()),
    }),
  ),
})

/** npm's report, version 2. `via` names another package of the report where the weakness is that one's. */
const report = v.object({
  vulnerabilities: v.record(
    v.string(),
    v.object({
      severity: v.string(),
      range: v.string(),
      via: v.array(v.union([v.string(), v.object({ title: v.string(), url: v.string() })])),
    }),
  ),
})

/** The packages of a lock file that anything else could be put in the place of. */
export function unpinned(text: string): readonly string[] {
  const { packages } = v.parse(lockFile, JSON.parse(text))
  return Object.entries(packages)
    .filter(
      ([path, { link, integrity }]) =>
        path.includes('node_modules/') && !link && !/^sha512-/.test(integrity ?? ''),
    )
    .map(([path]) => `${path} is pinned by no hash`)
}

/** What `npm audit --json` has found, a sentence each. Throws LeftOut where it was told nothing: then nothing is known to be sound. */
export function judgeAudit(text: string): readonly string[] {
  const read = v.safeParse(report, parsed(text))
  if (!read.success)
    throw new LeftOut(`npm audit was told nothing: ${text.replace(/\s+/g, ' ').slice(0, 200)}`)
  return Object.entries(read.output.vulnerabilities).map(([name, { severity, range, via }]) => {
    const why = via.map((one) => (typeof one === 'string' ? one : `${one.title} (${one.url})`))
    return `${name} ${range}: ${severity}, by ${why.join('; ')}`
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Ends with 1 both for weaknesses and for no answer: which of the two it says. */
function audit(): Promise<string> {
  const args = ['audit', '--omit=dev', '--json']
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: repositoryRoot, maxBuffer: 64 * 1024 * 1024 }, (error, said) =>
      resolve(said || String(error)),
    )
  })
}

async function run({ say }: Ground): Promise<readonly string[]> {
  const loose = unpinned(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8'))
  if (loose.length > 0) return loose
  say('every package of the lock file is pinned by a hash')
  return judgeAudit(await audit())
}

export const dependencies: Attack = {
  name: 'dependencies',
  holds: 'of the packages that run in production none is known to be weak',
  isLongOnly: true,
  run,
}
