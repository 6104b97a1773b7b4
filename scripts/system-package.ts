// Programs that come from the system: found where they are, or brought by its package manager where we may ask it to.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const installers = [
  {
    program: 'apt-get',
    update: ['update'],
    install: ['install', '-y', '--no-install-recommends'],
  },
  { program: 'apk', update: null, install: ['add', '--no-cache'] },
  { program: 'dnf', update: null, install: ['install', '-y'] },
] as const

/** By package manager, the packages to be tried one after the other until one can be had. */
type Packages = Readonly<Record<(typeof installers)[number]['program'], readonly string[]>>

/** The path of the first of these programs (names or paths) that answers `--version`. */
export function findProgram(programs: readonly string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const candidates = programs.flatMap((name) =>
    isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name)),
  )
  return candidates.find((path) => existsSync(path) && runs(path)) ?? null
}

/** Being there is not enough: Ubuntu's chromium-browser may be a stub that only tells to install a snap. */
export function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

/** Returns what went wrong as a sentence with a blank behind it, or ''. */
export function installProgram(title: string, packages: Packages, say: (line: string) => void): string {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (prefix.length > 0 && !succeeds('sudo', ['-n', 'true'])) return ''
  const installer = installers.find(({ program }) => succeeds('sh', ['-c', `command -v ${program}`]))
  if (installer === undefined) return ''
  say(`Installing ${title} by ${installer.program} ...`)
  if (installer.update !== null) ask(prefix, installer.program, installer.update)
  let trouble = ''
  for (const name of packages[installer.program]) {
    const done = ask(prefix, installer.program, [...installer.install, name])
    if (done.status === 0) return ''
    trouble = `${installer.program} says: ${`${done.stdout}${done.stderr}`.trim().split('\n').slice(-2).join(' ')} `
  }
  return trouble
}

function ask(prefix: readonly string[], installer: string, args: readonly string[]) {
  const [program = '', ...rest] = [...prefix, installer, ...args]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, rest, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 })
}

function succeeds(program: string, args: string[]): boolean {
  return spawnSync(program, args).status === 0
}
