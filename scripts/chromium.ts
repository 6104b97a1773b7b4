// A Chromium for the browser journeys: the system's, or one that the package manager brings when we may ask it to. Its headless shell comes
// first: the same engine without a window around it, in which the journeys take a quarter less time.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { PlainError } from './plain-error.ts'

const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const installers = [
  {
    program: 'apt-get',
    update: ['update'],
    install: ['install', '-y', '--no-install-recommends'],
    packages: [shell, 'chromium'],
  },
  { program: 'apk', update: null, install: ['add', '--no-cache'], packages: ['chromium'] },
  { program: 'dnf', update: null, install: ['install', '-y'], packages: ['chromium'] },
]

/** The path of a Chromium that runs. Throws in words when there is none and none may be installed. */
export async function provideChromium(say: (line: string) => void): Promise<string> {
  const chosen = process.env.KAPAO_CHROMIUM
  if (chosen !== undefined && chosen !== '') {
    if (runs(chosen)) return chosen
    throw new PlainError(`KAPAO_CHROMIUM names ${chosen}, which does not run.`)
  }
  const found = find([shell]) ?? findChromium()
  if (found !== null) return found
  const trouble = install(say)
  const installed = find([shell]) ?? findChromium()
  if (installed !== null) return installed
  throw new PlainError(
    `The browser journeys need Chromium or Chrome, and none was found. ${trouble}` +
      'Install one (Debian and Ubuntu: apt-get install chromium) or set KAPAO_CHROMIUM to its path.',
  )
}

/** The whole browser, as people have it: what is measured or filmed is so in that. */
export function findChromium(): string | null {
  return find([...names, ...macApps])
}

function find(programs: readonly string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const candidates = programs.flatMap((name) =>
    isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name)),
  )
  return candidates.find((path) => existsSync(path) && runs(path)) ?? null
}

// Ubuntu's chromium-browser may be a stub that only tells to install a snap: being there is not enough.
function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

/** Tries the system's package manager. Returns what went wrong as a sentence with a blank behind it, or ''. */
function install(say: (line: string) => void): string {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (prefix.length > 0 && !succeeds('sudo', ['-n', 'true'])) return ''
  const installer = installers.find(({ program }) => succeeds('sh', ['-c', `command -v ${program}`]))
  if (installer === undefined) return ''
  say(`Installing Chromium by ${installer.program} ...`)
  if (installer.update !== null) ask(prefix, installer.program, installer.update)
  let trouble = ''
  for (const name of installer.packages) {
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
