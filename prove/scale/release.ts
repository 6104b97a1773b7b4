// The release before this one, to run beside it: as the repository had it before the newest migration was written.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../../scripts/settings.ts'

export interface Release {
  /** In words, for the report. */
  readonly name: string
  readonly root: string
  /** Whether a process of it that is told to stop goes on answering until the balancer has noticed. */
  readonly canLeave: boolean
  remove(): void
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

/** The same packages for both, but each release has workspaces of its own. */
function linkPackages(root: string): void {
  const [from, to] = [join(repositoryRoot, 'node_modules'), join(root, 'node_modules')]
  mkdirSync(join(to, '@kapao'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@kapao') symlinkSync(join(from, name), join(to, name))
  for (const parent of ['apps', 'packages']) {
    for (const folder of readdirSync(join(root, parent))) {
      const manifest = join(root, parent, folder, 'package.json')
      if (!existsSync(manifest)) continue
      const { name }: { name: string } = JSON.parse(readFileSync(manifest, 'utf8'))
      symlinkSync(join(root, parent, folder), join(to, name))
    }
  }
}

/** How many commits there are: 0 where there is no repository, or no git. */
export function countCommits(): number {
  try {
    return Number(git('rev-list', '--count', 'HEAD'))
  } catch {
    return 0
  }
}

/** The last commit before the newest migration; where the history does not reach back so far, the oldest there is. */
function commitBefore(): string {
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'apps/api/migrations')
  const [, before] = git('rev-list', '--parents', '-1', added).split(' ')
  return before ?? git('rev-list', '--reverse', 'HEAD').split('\n')[0] ?? 'HEAD'
}

/** The first releases ended at once, and cut what they were asked: they knew nothing of this variable. The file has not always been in the same room. */
function canLeave(root: string): boolean {
  const files = globSync('apps/api/src/**/config.ts', { cwd: root })
  return files.some((file) => readFileSync(join(root, file), 'utf8').includes('KAPAO_DRAIN_SECONDS'))
}

/** `ref` names a commit; without one it is the last before the newest migration, and null is this release. Where there is no history, the old is as the new. */
export function openOldRelease(folder: string, ref: string | null | undefined): Release {
  const thisOne = { root: repositoryRoot, canLeave: true, remove: () => {} }
  if (ref === null) return { ...thisOne, name: 'this release' }
  if (ref === undefined && countCommits() < 2)
    return { ...thisOne, name: 'this release once more, for want of a history' }
  const root = join(folder, 'old-release')
  const commit = git('rev-parse', '--short', ref ?? commitBefore())
  git('worktree', 'add', '--detach', root, commit)
  const remove = () => void git('worktree', 'remove', '--force', root)
  try {
    linkPackages(root)
    return { name: `the release before (${commit})`, root, canLeave: canLeave(root), remove }
  } catch (error) {
    remove()
    throw error
  }
}
