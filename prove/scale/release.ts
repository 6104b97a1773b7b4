// The release before this one, to run beside it: as the repository had it before the newest migration was written.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../../scripts/settings.ts'

export interface Release {
  /** In words, for the report. */
  readonly name: string
  readonly root: string
  remove(): void
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
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

const thisOne: Release = { name: 'this release', root: repositoryRoot, remove: () => {} }

/** `ref` names a commit; without one it is the last before the newest migration. Where there is no history, the old is as the new. */
export function openOldRelease(folder: string, ref: string | undefined): Release {
  const root = join(folder, 'old-release')
  try {
    const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'apps/api/migrations')
    const commit = git('rev-parse', '--short', ref ?? `${added}^`)
    git('worktree', 'add', '--detach', root, commit)
    linkPackages(root)
    const name = `the release before (${commit})`
    return { name, root, remove: () => void git('worktree', 'remove', '--force', root) }
  } catch (error) {
    if (ref !== undefined) throw error
    return { ...thisOne, name: 'this release once more, for want of a history' }
  }
}
