// A Chromium for the browser journeys: the system's, or one that the package manager brings when we may ask it to.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PlainError } from './plain-error.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const installers = [
  {
    program: 'apt-get',
    update: ['update'],
    install: ['install', '-y', '--no-install-recommends', 'chromium'],
  },
  { program: 'apk', update: null, install: ['add', '--no-cache', 'chromium'] },
  { program: 'dnf', update: null, install: ['install', '-y', 'chromium'] },
]

/** The path of a Chromium that runs. Throws in words when there is none and none may be installed. */
export async function provideChromium(say: (line: string) => void): Promise<string> {
  const chosen = process.env.KAPAO_CHROMIUM
  if (chosen !== undefined && chosen !== '') {
    if (runs(chosen)) return chosen
    throw new PlainError(`KAPAO_CHROMIUM names ${chosen}, which does not run.`)
  }
  const found = findChromium()
  if (found !== null) return found
  const trouble = install(say)
  const installed = findChromium()
  if (installed !== null) return installed
  throw new PlainError(
    `The browser journeys need Chromium or Chrome, and none was found. ${trouble}` +
      'Install one (Debian and Ubuntu: apt-get install chromium) or set KAPAO_CHROMIUM to its path.',
  )
}

export function findChromium(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...macApps].find((path) => existsSync(path) && runs(path)) ?? null
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
  for (const args of [installer.update, installer.install]) {
    if (args === null) continue
    const [program = '', ...rest] = [...prefix, installer.program, ...args]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const done = spawnSync(program, rest, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 })
    // A source list that cannot be refreshed may still know the package.
    if (done.status !== 0 && args === installer.install) {
      return `${installer.program} says: ${`${done.stdout}${done.stderr}`.trim().split('\n').slice(-2).join(' ')} `
    }
  }
  return ''
}

function succeeds(program: string, args: string[]): boolean {
  return spawnSync(program, args).status === 0
}
