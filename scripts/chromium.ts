// A Chromium for the browser journeys: the system's, or one that the package manager brings when we may ask it to. Its headless shell comes
// first: the same engine without a window around it, in which the journeys take a quarter less time.
import { PlainError } from './plain-error.ts'
import { findProgram, installProgram, runs } from './system-package.ts'

export const headlessShell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const packages = { 'apt-get': [headlessShell, 'chromium'], apk: ['chromium'], dnf: ['chromium'] }

/** The path of a Chromium that runs. Throws in words when there is none and none may be installed. */
export async function provideChromium(say: (line: string) => void): Promise<string> {
  const chosen = process.env.KAPAO_CHROMIUM
  if (chosen !== undefined && chosen !== '') {
    if (runs(chosen)) return chosen
    throw new PlainError(`KAPAO_CHROMIUM names ${chosen}, which does not run.`)
  }
  const found = findProgram([headlessShell]) ?? findChromium()
  if (found !== null) return found
  const trouble = installProgram('Chromium', packages, say)
  const installed = findProgram([headlessShell]) ?? findChromium()
  if (installed !== null) return installed
  throw new PlainError(
    `The browser journeys need Chromium or Chrome, and none was found. ${trouble}` +
      'Install one (Debian and Ubuntu: apt-get install chromium) or set KAPAO_CHROMIUM to its path.',
  )
}

/** The whole browser, as people have it: what is filmed is so in that. */
export function findChromium(): string | null {
  return findProgram([...names, ...macApps])
}
